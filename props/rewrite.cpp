#include "rewrite.h"

#include <algorithm>
#include <functional>
#include <memory_resource>
#include <numeric>
#include <utility>

#include "block_edit.h"
#include "values.h"

namespace lockstep::props {

using scenario::Insert;
using scenario::MemTableScenario;
using scenario::Rows;

Rows take_rows(const Rows& rows, std::span<const std::uint32_t> picked) {
  Rows taken{take_rows(rows.block, picked), {}};
  for (const std::uint32_t row : picked) {
    if (row < rows.lsns.size()) taken.lsns.push_back(rows.lsns[row]);
  }
  return taken;
}

Rows picked_rows(const Insert& insert, const Schema& schema) {
  const bool fits =
      std::ranges::equal(insert.source.block.columns(), schema.columns, {}, &Column::type, &ColumnSchema::type);
  if (!fits) return {Block(schema, std::pmr::get_default_resource()), {}};
  if (!insert.picks) return insert.source;
  std::vector<std::uint32_t> picks = *insert.picks;
  std::erase_if(picks, [&](std::uint32_t row) { return row >= insert.source.block.row_count(); });
  return take_rows(insert.source, picks);
}

Rows inserted_rows(const MemTableScenario& scenario) {
  std::vector<Rows> parts;
  for (const scenario::Operation& operation : scenario.operations) {
    const auto* const insert = std::get_if<Insert>(&operation.action);
    if (insert != nullptr) parts.push_back(picked_rows(*insert, scenario.schema));
  }
  Rows all{Block({}), {}};
  std::pmr::vector<Column> columns;
  for (std::size_t c = 0; c < scenario.schema.columns.size(); ++c) {
    const ColumnSchema& column = scenario.schema.columns[c];
    const bool nullable = column.nullable || std::ranges::any_of(parts, [&](const Rows& part) {
                            return std::ranges::count(part.block.column(c).nulls(), 1) > 0;
                          });
    Column& values = columns.emplace_back(column.type, nullable, std::pmr::get_default_resource());
    for (const Rows& part : parts) {
      for (std::size_t row = 0; row < part.block.row_count(); ++row) values.append_row(part.block.column(c), row);
    }
  }
  all.block = Block(std::move(columns));
  for (const Rows& part : parts) all.lsns.insert(all.lsns.end(), part.lsns.begin(), part.lsns.end());
  return all;
}

MemTableScenario in_batches(const MemTableScenario& scenario, const Rows& rows, std::span<const std::size_t> sizes,
                            std::span<const std::size_t> shrinks) {
  MemTableScenario made{scenario.schema, scenario.options, {}};
  std::size_t first = 0;
  for (std::size_t batch = 0; batch < sizes.size(); ++batch) {
    std::vector<std::uint32_t> picked(sizes[batch]);
    std::iota(picked.begin(), picked.end(), static_cast<std::uint32_t>(first));
    first += sizes[batch];
    made.operations.push_back({Insert{take_rows(rows, picked), {}}});
    for (std::size_t i = 0; batch < shrinks.size() && i < shrinks[batch]; ++i) {
      made.operations.push_back({scenario::Shrink{}});
    }
  }
  made.operations.push_back({scenario::Flush{}});
  return made;
}

MemTableScenario at_once(const MemTableScenario& scenario, const Rows& rows) {
  return {scenario.schema, scenario.options, {{Insert{rows, {}}}, {scenario::Flush{}}}};
}

namespace {

MemTableScenario with_payloads(MemTableScenario scenario, const std::function<void(Column& to, Type type)>& append) {
  for (scenario::Operation& operation : scenario.operations) {
    auto* const insert = std::get_if<Insert>(&operation.action);
    if (insert == nullptr) continue;
    Block& block = insert->source.block;
    for (std::size_t c = 0; c < block.column_count(); ++c) {
      const Column& column = block.column(c);
      block.column(c) = rewrite_rows(column, [&](Column& to, std::size_t row) {
        if (column.is_null(row)) {
          append(to, column.type());
        } else {
          to.append_row(column, row);
        }
      });
    }
  }
  return scenario;
}

}  // namespace

MemTableScenario with_plain_payloads(MemTableScenario scenario) {
  return with_payloads(std::move(scenario), [](Column& to, Type) { to.append_null(); });
}

MemTableScenario with_random_payloads(MemTableScenario scenario, Random& random) {
  return with_payloads(std::move(scenario),
                       [&](Column& to, Type type) { to.append_text(random_payload(type, random), true); });
}

}  // namespace lockstep::props
