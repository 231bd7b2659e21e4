#include "lockstep/data/aggregate.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "lockstep/base/check.h"
#include "lockstep/data/schema.h"

namespace lockstep {
namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<const Aggregate>, std::less<>> aggregates;
};

Registry& registry() {
  static Registry kRegistry;
  return kRegistry;
}

bool is_word(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto may_follow = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, may_follow);
}

// The words of a column's declaration, which the name would be taken for.
bool is_reserved(std::string_view name) {
  return parse_aggregation(name).has_value() || name == "none" || name == "custom" || name == "null";
}

}  // namespace

Status register_aggregate(std::string name, std::unique_ptr<const Aggregate> aggregate) {
  LOCKSTEP_CHECK(aggregate != nullptr, "an aggregate is registered");
  const auto refused = [&](const char* why) {
    return fail(ErrorCode::invalid_argument, "aggregate \"" + name + "\": " + why);
  };
  if (!is_word(name)) return refused("a name is a letter, then letters, digits and underscores");
  if (is_reserved(name)) return refused("the name has a meaning already");
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  if (known.aggregates.contains(name)) return refused("the name is taken");
  known.aggregates.emplace(std::move(name), std::move(aggregate));
  return {};
}

const Aggregate* find_aggregate(std::string_view name) {
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  const auto found = known.aggregates.find(name);
  return found == known.aggregates.end() ? nullptr : found->second.get();
}

}  // namespace lockstep
