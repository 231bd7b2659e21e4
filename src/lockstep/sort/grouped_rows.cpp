#include "lockstep/sort/grouped_rows.h"

#include "lockstep/sort/column_sorter.h"
#include "lockstep/sort/gather.h"
#include "lockstep/sort/hash_grouping.h"
#include "lockstep/sort/key_word.h"
#include "lockstep/sort/physical_dispatch.h"
#include "lockstep/sort/row_order.h"

namespace lockstep {
namespace {

using RowIds = std::pmr::vector<std::uint32_t>;

// Calls visit(compare) with compare(kept row, fresh row), the order of their keys: of words where a key is one of 8
// bytes at most.
template <class Visit>
void visit_comparison(std::span<const Column> kept_keys, std::span<const Column> fresh_keys, Visit visit) {
  const Column& kept = kept_keys.front();
  const Column& fresh = fresh_keys.front();
  if (fresh_keys.size() > 1 || !fresh.is_fixed_width() || fresh.nullable()) {
    return visit([&](std::size_t a, std::size_t b) { return compare_rows(kept_keys, a, fresh_keys, b); });
  }
  visit_fixed_width(fresh.type().physical(), [&]<class T>() {
    visit([kept = kept.values<T>(), fresh = fresh.values<T>()](std::size_t a, std::size_t b) {
      return std::weak_ordering(key_word(kept[a]) <=> key_word(fresh[b]));
    });
  });
}

// Numbers groups in key order, new keys merged with the kept rows'. `key_row(i)` is a fresh row with the i-th of the
// distinct fresh keys, ascending; number(i, group) is told its group.
template <class Compare, class KeyRow, class Number>
void merge_groups(std::size_t kept, Compare compare, std::size_t fresh_groups, KeyRow key_row, Number number,
                  GroupedRows& groups) {
  const auto add_kept = [&](std::size_t row) {
    groups.group_of[row] = static_cast<std::uint32_t>(groups.first_rows.size());
    groups.first_rows.push_back(static_cast<std::uint32_t>(row));
  };
  std::size_t kept_row = 0;
  for (std::size_t i = 0; i < fresh_groups; ++i) {
    const std::uint32_t row = key_row(i);
    auto compared = std::weak_ordering::greater;  // the kept row at hand against this key
    for (; kept_row < kept && (compared = compare(kept_row, row)) < 0; ++kept_row) add_kept(kept_row);
    const auto group = static_cast<std::uint32_t>(groups.first_rows.size());
    if (kept_row < kept && compared == 0) {
      add_kept(kept_row++);
    } else {
      groups.first_rows.push_back(static_cast<std::uint32_t>(kept + row));
    }
    number(i, group);
  }
  for (; kept_row < kept; ++kept_row) add_kept(kept_row);
}

// All fresh rows sorted.
void group_by_sorting(std::span<const Column> kept_keys, std::span<const Column> fresh_keys,
                      std::span<const SortColumn> keys, GroupedRows& groups, std::pmr::memory_resource* resource) {
  const std::size_t fresh = fresh_keys.front().size();
  ColumnSorter<std::uint32_t> sorter(keys, TieOrder::ascending, resource);
  const std::span<const std::uint32_t> order = sorter.sort(fresh);
  const auto ties = sorter.equal_ranges();
  std::size_t tied = 0;  // rows that are not the first of their key
  for (const auto& tie : ties) tied += tie.end - tie.begin - 1;

  std::uint32_t* const group_of = groups.group_of.data() + kept_keys.front().size();
  auto tie = ties.begin();
  std::size_t begin = 0;
  std::size_t end = 0;
  const auto next_key = [&](std::size_t) {
    begin = end;
    end = begin + 1;
    if (tie != ties.end() && tie->begin == begin) end = (tie++)->end;
    return order[begin];
  };
  const auto number = [&](std::size_t, std::uint32_t group) {
    for (std::size_t i = begin; i < end; ++i) group_of[order[i]] = group;
  };
  visit_comparison(kept_keys, fresh_keys, [&](auto compare) {
    merge_groups(kept_keys.front().size(), compare, fresh - tied, next_key, number, groups);
  });
}

// The distinct keys sorted, the rows found by hashing.
void group_by_hashing(std::span<const Column> kept_keys, std::span<const Column> fresh_keys, const HashedGroups& hashed,
                      GroupedRows& groups, std::pmr::memory_resource* resource) {
  std::pmr::vector<Column> distinct(resource);
  distinct.reserve(fresh_keys.size());
  for (const Column& column : fresh_keys) {
    const Column nothing(column.type(), column.nullable(), resource);
    distinct.push_back(std::move(*gather(SplitColumn(nothing, column), hashed.first_rows, kMaxColumnBytes, resource)));
  }
  std::pmr::vector<SortColumn> keys(resource);
  keys.reserve(distinct.size());
  for (const Column& column : distinct) keys.push_back({&column});
  ColumnSorter<std::uint32_t> sorter(keys, TieOrder::ascending, resource);
  const std::span<const std::uint32_t> order = sorter.sort(hashed.first_rows.size());

  RowIds numbers(order.size(), resource);  // of each group in order of appearance
  visit_comparison(kept_keys, fresh_keys, [&](auto compare) {
    merge_groups(
        kept_keys.front().size(), compare, order.size(), [&](std::size_t i) { return hashed.first_rows[order[i]]; },
        [&](std::size_t i, std::uint32_t group) { numbers[order[i]] = group; }, groups);
  });
  std::uint32_t* to = groups.group_of.data() + kept_keys.front().size();
  for (const std::uint32_t group : hashed.group_of) *to++ = numbers[group];
}

}  // namespace

GroupedRows group_rows(std::span<const Column> kept_keys, std::span<const Column> fresh_keys,
                       std::pmr::memory_resource* resource) {
  const std::size_t kept = kept_keys.front().size();
  const std::size_t fresh = fresh_keys.front().size();
  LOCKSTEP_CHECK(kept + fresh <= kMaxRows, "row ids count through both pieces");
  GroupedRows groups(resource);
  groups.group_of.resize(kept + fresh);
  if (const auto hashed = group_by_hash(fresh_keys, resource)) {
    groups.first_rows.reserve(kept + hashed->first_rows.size());
    group_by_hashing(kept_keys, fresh_keys, *hashed, groups, resource);
    return groups;
  }
  std::pmr::vector<SortColumn> keys(resource);
  keys.reserve(fresh_keys.size());
  for (const Column& column : fresh_keys) keys.push_back({&column});
  group_by_sorting(kept_keys, fresh_keys, keys, groups, resource);
  return groups;
}

}  // namespace lockstep
