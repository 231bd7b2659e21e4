// An implementation of bulk I/O that scenarios are run on.
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/scenario/bulkio/bulkio_scenario.h"

namespace lockstep::scenario {

// Which input reads: one over the stream's own pages, or one over a single buffer with the same bytes.
enum class BulkioBuffer : std::uint8_t { paged, contiguous };

struct BulkioReadAnswer {
  Result<BulkioItem> item;
  std::uint64_t position = 0;  // of the input afterwards; 0 if its position could not be set
};

// The pages of a stream: their bytes one behind the other, and the size of each.
struct BulkioPages {
  std::string bytes;
  std::vector<std::uint64_t> sizes;

  void add(std::string_view page) {
    bytes += page;
    sizes.push_back(page.size());
  }
  friend bool operator==(const BulkioPages&, const BulkioPages&) = default;
};

// One stream under test and inputs over it. To have an implementation of your own checked, derive from this.
// Calls may throw std::bad_alloc; the stream must then be as it was.
class BulkioStream {
 public:
  BulkioStream() = default;
  BulkioStream(const BulkioStream&) = delete;
  BulkioStream& operator=(const BulkioStream&) = delete;
  virtual ~BulkioStream() = default;

  virtual Status write(const BulkioItem& item) = 0;
  virtual Status seek(std::int64_t position) = 0;
  virtual BulkioReadAnswer read(const BulkioRead& read, BulkioBuffer buffer) = 0;
  [[nodiscard]] virtual std::uint64_t position() const = 0;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual BulkioPages pages() const = 0;
};

struct BulkioSubject {
  std::string name;
  // All memory of the stream and of what it reads comes from `resource`.
  std::unique_ptr<BulkioStream> (*create)(std::uint64_t page_size, std::pmr::memory_resource* resource,
                                          std::uint64_t max_bytes);
};

// `reference`, then the bulk side under its policies: `bulk-pinot`, `bulk-native`, `bulk-threshold-1`.
std::span<const BulkioSubject> built_in_bulkio_subjects();
// The built-in of this name; null if there is none.
const BulkioSubject* find_bulkio_subject(std::string_view name);

}  // namespace lockstep::scenario
