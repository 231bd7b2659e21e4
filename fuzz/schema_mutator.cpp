#include "schema_mutator.h"

#include <algorithm>
#include <utility>

#include "block_edit.h"

namespace lockstep::fuzz {

namespace {

using namespace scenario;

constexpr std::uint32_t kMostKeyColumns = 4;

// Every block of the scenario that has column `needed`.
template <class Edit>
void edit_blocks(MemTableScenario& scenario, std::size_t needed, Edit&& edit) {
  for (Operation& operation : scenario.operations) {
    Block* block = nullptr;
    if (auto* insert = std::get_if<Insert>(&operation.action)) block = &insert->source.block;
    if (auto* expected = std::get_if<ExpectRows>(&operation.action)) block = &expected->rows.block;
    if (block != nullptr && needed < block->column_count()) edit(*block);
  }
}

// Column numbers from `first` on change by `step`.
void renumber(Schema& schema, std::uint32_t first, std::int32_t step) {
  const auto move = [&](std::uint32_t& column) {
    if (column >= first) column = static_cast<std::uint32_t>(static_cast<std::int64_t>(column) + step);
  };
  if (schema.sequence) move(*schema.sequence);
  if (schema.delete_sign) move(*schema.delete_sign);
  for (std::uint32_t& column : schema.cluster) move(column);
}

// A name of the same kind that no column has.
std::string fresh_name(const Schema& schema) {
  std::string name = "k";
  while (std::ranges::find(schema.columns, name, &ColumnSchema::name) != schema.columns.end()) name += '+';
  return name;
}

}  // namespace

void add_key_column(MemTableScenario& scenario, Random& random) {
  Schema& schema = scenario.schema;
  if (schema.key_count == 0 || schema.key_count >= kMostKeyColumns) return;
  const std::size_t copied = random.below(schema.key_count);
  const std::uint32_t at = schema.key_count;
  ColumnSchema column = schema.columns[copied];
  column.name = fresh_name(schema);
  renumber(schema, at, +1);
  schema.columns.insert(schema.columns.begin() + at, std::move(column));
  ++schema.key_count;
  edit_blocks(scenario, at - 1, [&](Block& block) { insert_column(block, at, block.column(copied)); });
}

void remove_key_column(MemTableScenario& scenario, Random& random) {
  Schema& schema = scenario.schema;
  if (schema.key_count == 0) return;
  const auto at = static_cast<std::uint32_t>(random.below(schema.key_count));
  std::erase(schema.cluster, at);
  renumber(schema, at, -1);
  schema.columns.erase(schema.columns.begin() + at);
  --schema.key_count;
  edit_blocks(scenario, at, [&](Block& block) { erase_column(block, at); });
}

void change_model(MemTableScenario& scenario, Random& random) {
  Schema& schema = scenario.schema;
  schema.model =
      static_cast<Model>((static_cast<std::size_t>(schema.model) + 1 + random.below(kModelCount - 1)) % kModelCount);
  const bool folds = schema.model == Model::aggregate;
  for (std::size_t c = schema.key_count; c < schema.columns.size(); ++c) {
    schema.columns[c].aggregation = folds ? Aggregation::replace : Aggregation::none;
  }
  if (schema.model == Model::unique) return;
  schema.sequence.reset();
  schema.delete_sign.reset();
  schema.cluster.clear();
}

}  // namespace lockstep::fuzz
