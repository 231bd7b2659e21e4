#include "lockstep/aggregate/key_states.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

// Counts its states, and throws at a chosen create.
class CountingAggregate final : public Aggregate {
 public:
  mutable int created = 0;
  mutable int destroyed = 0;
  int throw_at = 0;

  [[nodiscard]] AggregateState* create(std::pmr::memory_resource* resource) const override {
    if (created + 1 == throw_at) throw std::runtime_error("create");
    auto* const state = std::pmr::polymorphic_allocator<>(resource).new_object<State>();
    ++created;
    return state;
  }
  void destroy(AggregateState* state, std::pmr::memory_resource* resource) const noexcept override {
    ++destroyed;
    std::pmr::polymorphic_allocator<>(resource).delete_object(static_cast<State*>(state));
  }

 private:
  struct State final : AggregateState {
    void add(const Column&, std::size_t) override {}
    void merge(AggregateState&) override {}
    [[nodiscard]] std::size_t finished_bytes() const override { return 0; }
    void finish(Column&) override {}
  };
};

class KeyStatesTest : public testing::Test {
 protected:
  CountingAggregate a, b, c;
  std::vector<const Aggregate*> aggregates = {&a, &b, &c};
  CountingResource memory{std::pmr::get_default_resource()};

  void expect_all_destroyed() {
    for (const CountingAggregate* aggregate : {&a, &b, &c}) EXPECT_EQ(aggregate->created, aggregate->destroyed);
    EXPECT_EQ(memory.live_bytes(), 0u);
  }
};

TEST_F(KeyStatesTest, DestroyedOnceByTheLastOwner) {
  {
    KeyStates states = KeyStates::create(aggregates, &memory);
    ASSERT_TRUE(states);
    EXPECT_EQ(a.created + b.created + c.created, 3);
    KeyStates moved = std::move(states);
    EXPECT_FALSE(states);
    states = std::move(moved);
    EXPECT_TRUE(states);
    EXPECT_EQ(a.destroyed, 0);
  }
  expect_all_destroyed();
}

TEST_F(KeyStatesTest, AnEmptyHandleIsOnePointer) {
  EXPECT_EQ(sizeof(KeyStates), sizeof(void*));
  const KeyStates empty;
  EXPECT_FALSE(empty);
}

TEST_F(KeyStatesTest, ResetThenReuse) {
  KeyStates states = KeyStates::create(aggregates, &memory);
  states.reset();
  EXPECT_FALSE(states);
  expect_all_destroyed();
  states = KeyStates::create(aggregates, &memory);
  states.reset();
  expect_all_destroyed();
  EXPECT_EQ(b.created, 2);
}

TEST_F(KeyStatesTest, TheKthCreateThrowing) {
  for (CountingAggregate* thrower : {&a, &b, &c}) {
    thrower->throw_at = thrower->created + 1;
    EXPECT_THROW(static_cast<void>(KeyStates::create(aggregates, &memory)), std::runtime_error);
    thrower->throw_at = 0;
    expect_all_destroyed();
  }
}

TEST_F(KeyStatesTest, EveryAllocationFailing) {
  bool failed = true;
  for (std::uint64_t n = 1; failed; ++n) {
    FailingResource failing(&memory);
    failing.arm(n);
    try {
      const KeyStates states = KeyStates::create(aggregates, &failing);
    } catch (const std::bad_alloc&) {
    }
    failed = failing.failed();
    expect_all_destroyed();
  }
}

}  // namespace
}  // namespace lockstep
