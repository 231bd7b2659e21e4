#include "lockstep/sort/grouped_rows.h"

#include "lockstep/sort/column_sorter.h"
#include "lockstep/sort/row_order.h"

namespace lockstep {
namespace {

// Builds the result group by group.
class Merger {
 public:
  Merger(std::size_t kept, std::size_t rows, std::pmr::memory_resource* resource) : kept_(kept), grouped_(resource) {
    grouped_.rows.reserve(rows);
    grouped_.starts.reserve(rows + 1);
  }

  void begin_group() { grouped_.starts.push_back(static_cast<std::uint32_t>(grouped_.rows.size())); }
  void add_kept(std::size_t row) { grouped_.rows.push_back(static_cast<std::uint32_t>(row)); }
  void add_fresh(std::span<const std::uint32_t> rows) {
    for (const std::uint32_t row : rows) grouped_.rows.push_back(static_cast<std::uint32_t>(kept_ + row));
  }
  GroupedRows finish() {
    begin_group();  // the end of the last one
    return std::move(grouped_);
  }

 private:
  std::size_t kept_;
  GroupedRows grouped_;
};

}  // namespace

GroupedRows group_rows(std::span<const Column> kept_keys, std::span<const Column> fresh_keys,
                       std::pmr::memory_resource* resource) {
  const std::size_t kept = kept_keys.front().size();
  const std::size_t fresh = fresh_keys.front().size();
  LOCKSTEP_CHECK(kept + fresh <= kMaxRows, "row ids count through both pieces");

  std::pmr::vector<SortColumn> keys(resource);
  keys.reserve(fresh_keys.size());
  for (const Column& column : fresh_keys) keys.push_back({&column});
  ColumnSorter<std::uint32_t> sorter(keys, TieOrder::ascending, resource);
  const std::span<const std::uint32_t> order = sorter.sort(fresh);

  Merger merger(kept, kept + fresh, resource);
  auto tie = sorter.equal_ranges().begin();
  std::size_t kept_row = 0;
  for (std::size_t begin = 0; begin < fresh;) {
    std::size_t end = begin + 1;
    if (tie != sorter.equal_ranges().end() && tie->begin == begin) end = (tie++)->end;
    auto compared = std::weak_ordering::greater;  // the kept row at hand against this group
    while (kept_row < kept && (compared = compare_rows(kept_keys, kept_row, fresh_keys, order[begin])) < 0) {
      merger.begin_group();
      merger.add_kept(kept_row++);
    }
    merger.begin_group();
    if (kept_row < kept && compared == 0) merger.add_kept(kept_row++);
    merger.add_fresh(order.subspan(begin, end - begin));
    begin = end;
  }
  for (; kept_row < kept; ++kept_row) {
    merger.begin_group();
    merger.add_kept(kept_row);
  }
  return merger.finish();
}

}  // namespace lockstep
