// Every allocation failing in turn: insert has the strong guarantee, shrink and flush fail the table, nothing leaks.
#include <gtest/gtest.h>

#include "block_text.h"
#include "lockstep/legacy/mem_table.h"

namespace lockstep::legacy {
namespace {

// Values that own memory in the states (bitmaps, strings beyond the in-place ones) and keys that meet again.
Schema schema_of(Model model) {
  const bool folded = model == Model::aggregate;
  const auto value = [&](const char* name, Type type, Aggregation aggregation) {
    return ColumnSchema{
        .name = name, .type = type, .nullable = true, .aggregation = folded ? aggregation : Aggregation::none};
  };
  Schema schema{.model = model,
                .columns = {{.name = "k", .type = Type::of(TypeKind::int32), .nullable = true},
                            value("sum", Type::of(TypeKind::int64), Aggregation::sum),
                            value("max", Type::varchar(64), Aggregation::max),
                            value("last", Type::varchar(64), Aggregation::replace),
                            value("set", Type::of(TypeKind::bitmap), Aggregation::bitmap_union)},
                .key_count = 1,
                .lsn = true};
  if (model == Model::unique) {
    schema.sequence = 1;
    schema.cluster = {2};
  }
  return schema;
}

Block batch(const Schema& schema, std::int64_t first) {
  std::vector<std::vector<Cell>> rows;
  for (std::int64_t i = first; i < first + 12; ++i) {
    const std::string text(static_cast<std::size_t>(20 + i * 7 % 30), static_cast<char>('a' + i * 5 % 26));
    const Cell key = i % 5 == 0 ? Cell(Null{}) : Cell(i % 5);
    rows.push_back({key, i * 11 % 13, text, text, bitmap_bytes({static_cast<std::uint16_t>(3 * i)})});
  }
  return block_of(schema, rows);
}

enum class Step { insert, shrink, flush };

class LegacyAllocationFailure : public testing::TestWithParam<Model> {
 protected:
  void SetUp() override {
    schema_ = std::make_shared<const Schema>(schema_of(GetParam()));
    table_ = prepared();
    take(Step::insert);
    take(Step::shrink);
    expected_ = table_->flush();
    table_.reset();
    LOCKSTEP_CHECK(expected_.has_value(), "nothing fails unless it is made to");
  }

  // A table that has rows, states if there are any, and rows behind them.
  std::unique_ptr<Table> prepared() {
    auto table = create_mem_table(schema_, {}, &failing_);
    LOCKSTEP_CHECK(table.has_value(), "a valid schema");
    EXPECT_TRUE((*table)->insert(batch(*schema_, 0), lsns()).has_value());
    EXPECT_TRUE((*table)->shrink().has_value());
    EXPECT_TRUE((*table)->insert(batch(*schema_, 12), lsns()).has_value());
    return std::move(*table);
  }
  static InsertArguments lsns() {
    static constexpr std::int64_t kLsns[] = {5, 3, 12, 7, 1, 9, 2, 8, 4, 11, 6, 10};
    return {.lsns = kLsns};
  }

  void take(Step step) {
    switch (step) {
      case Step::insert:
        EXPECT_TRUE(table_->insert(batch(*schema_, 24), lsns()).has_value());
        break;
      case Step::shrink:
        EXPECT_TRUE(table_->shrink().has_value());
        break;
      case Step::flush:
        EXPECT_TRUE(table_->flush().has_value());
        break;
    }
  }

  // Whether the n-th allocation of `step` on a prepared table was reached, and threw.
  bool fails_at(Step step, std::uint64_t n) {
    table_ = prepared();
    failing_.arm(n);
    bool thrown = false;
    try {
      take(step);
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
    EXPECT_EQ(thrown, failing_.failed()) << "allocation " << n;
    failing_.disarm();
    EXPECT_EQ(table_->memory_bytes(), counting_.live_bytes() - delivered_bytes_);
    return thrown;
  }

  void expect_failed_state() {
    EXPECT_EQ(table_->insert(batch(*schema_, 24), lsns()).error().code, ErrorCode::failed_state);
    EXPECT_EQ(table_->shrink().error().code, ErrorCode::failed_state);
    EXPECT_EQ(table_->flush().error().code, ErrorCode::failed_state);
    EXPECT_EQ(table_->statistics().raw_rows, 24u);
    table_.reset();
    EXPECT_EQ(counting_.live_bytes(), delivered_bytes_);
  }

  CountingResource counting_{std::pmr::new_delete_resource()};
  FailingResource failing_{&counting_};
  std::shared_ptr<const Schema> schema_;
  std::unique_ptr<Table> table_;
  Result<FlushedBlock> expected_ = fail(ErrorCode::failed_state, "not flushed yet");
  std::uint64_t delivered_bytes_ = 0;
};

TEST_P(LegacyAllocationFailure, InsertLeavesTheTableAsItWas) {
  delivered_bytes_ = counting_.live_bytes();
  std::uint64_t n = 1;
  for (; fails_at(Step::insert, n); ++n) {
    EXPECT_EQ(table_->statistics().raw_rows, 24u);
    take(Step::insert);
    const Result<FlushedBlock> flushed = table_->flush();
    ASSERT_TRUE(flushed.has_value());
    EXPECT_EQ(flushed->block, expected_->block) << "allocation " << n;
    EXPECT_EQ(flushed->lsns, expected_->lsns);
    EXPECT_EQ(table_->statistics().raw_rows, 36u);
  }
  EXPECT_GT(n, 12u);  // a row is an allocation of its own
  table_.reset();
  EXPECT_EQ(counting_.live_bytes(), delivered_bytes_);
}

TEST_P(LegacyAllocationFailure, ShrinkFailsTheTable) {
  delivered_bytes_ = counting_.live_bytes();
  std::uint64_t n = 1;
  for (; fails_at(Step::shrink, n); ++n) expect_failed_state();
  EXPECT_EQ(n == 1, GetParam() == Model::duplicate);  // a dup shrink has nothing to do
  table_.reset();
  EXPECT_EQ(counting_.live_bytes(), delivered_bytes_);
}

TEST_P(LegacyAllocationFailure, FlushFailsTheTable) {
  delivered_bytes_ = counting_.live_bytes();
  std::uint64_t n = 1;
  for (; fails_at(Step::flush, n); ++n) expect_failed_state();
  EXPECT_GT(n, 1u);
  table_.reset();
  EXPECT_EQ(counting_.live_bytes(), delivered_bytes_);
}

TEST_P(LegacyAllocationFailure, CreateLeaksNothing) {
  const std::uint64_t before = counting_.live_bytes();
  for (std::uint64_t n = 1;; ++n) {
    failing_.arm(n);
    try {
      const auto table = create_mem_table(schema_, {}, &failing_);
      EXPECT_FALSE(failing_.failed());
      EXPECT_GT(n, 1u);
      break;
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(counting_.live_bytes(), before);
    }
  }
  EXPECT_EQ(counting_.live_bytes(), before);
}

INSTANTIATE_TEST_SUITE_P(Models, LegacyAllocationFailure,
                         testing::Values(Model::duplicate, Model::unique, Model::aggregate),
                         [](const testing::TestParamInfo<Model>& model) {
                           return std::string(model_name(model.param));
                         });

}  // namespace
}  // namespace lockstep::legacy
