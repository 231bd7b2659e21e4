// A reference MemTable with the memory resources that watch it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "lockstep/base/check.h"
#include "lockstep/base/memory_resource.h"
#include "lockstep/reference/mem_table.h"
#include "test_rows.h"

namespace lockstep::reference {

inline constexpr Type kInt8 = Type::of(TypeKind::int8);
inline constexpr Type kInt32 = Type::of(TypeKind::int32);
inline constexpr Type kInt64 = Type::of(TypeKind::int64);
inline constexpr Type kFloat64 = Type::of(TypeKind::float64);
inline constexpr Type kString = Type::of(TypeKind::string);
inline constexpr Type kBitmap = Type::of(TypeKind::bitmap);

class TableUnderTest {
 public:
  explicit TableUnderTest(Schema schema, const TableOptions& options = {})
      : schema_(std::make_shared<const Schema>(std::move(schema))) {
    auto table = create_mem_table(schema_, options, &failing_);
    LOCKSTEP_CHECK(table, "the schema and the options are valid");
    table_ = std::move(*table);
  }

  MemTable* operator->() { return static_cast<MemTable*>(table_.get()); }
  FailingResource& failing() { return failing_; }
  CountingResource& counting() { return counting_; }
  void destroy() { table_.reset(); }

  Block block(const std::vector<LiteralRow>& rows) const { return block_of(*schema_, rows); }
  Status insert(const std::vector<LiteralRow>& rows) { return table_->insert(block(rows)); }
  Status insert(const std::vector<LiteralRow>& rows, const std::vector<std::int64_t>& lsns) {
    return table_->insert(block(rows), {.rows = {}, .lsns = lsns});
  }

  // Flushes; the result has these rows and LSNs, and the counts add up.
  ::testing::AssertionResult flushes(const std::vector<LiteralRow>& rows, const std::vector<std::int64_t>& lsns = {}) {
    const Result<FlushedBlock> flushed = table_->flush();
    if (!flushed) return ::testing::AssertionFailure() << "the flush failed: " << flushed.error().message;
    if (std::vector(flushed->lsns.begin(), flushed->lsns.end()) != lsns) {
      return ::testing::AssertionFailure() << "LSNs " << ::testing::PrintToString(flushed->lsns);
    }
    const TableStatistics& statistics = table_->statistics();
    if (rows.size() + statistics.merged_rows != statistics.raw_rows) {
      return ::testing::AssertionFailure()
             << rows.size() << " rows out, " << statistics.merged_rows << " merged, " << statistics.raw_rows << " in";
    }
    return identical(flushed->block, block(rows));
  }

 private:
  CountingResource counting_{std::pmr::new_delete_resource()};
  FailingResource failing_{&counting_};
  std::shared_ptr<const Schema> schema_;
  std::unique_ptr<Table> table_;
};

}  // namespace lockstep::reference
