#include "lockstep/scenario/bulkio/bulkio_runner.h"

#include <functional>
#include <new>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/base/memory_resource.h"
#include "lockstep/scenario/bulkio/bulkio_text.h"

namespace lockstep::scenario {
namespace {

class Runner {
 public:
  Runner(const BulkioScenario& scenario, const BulkioSubject& subject, const BulkioRunOptions& options)
      : scenario_(scenario), options_(options), counting_(options.upstream), failing_(&counting_) {
    stream_ = subject.create(scenario.page_size, &failing_, effective_max_bytes(scenario));
  }

  BulkioOutcome run() {
    outcome_.steps.reserve(scenario_.operations.size());
    for (at_ = 0; at_ < scenario_.operations.size(); ++at_) {
      BulkioStep& step = outcome_.steps.emplace_back();
      const bool left_out = !options_.left_out.empty() && options_.left_out[at_];
      if (!left_out) {
        std::visit([&](const auto& action) { perform(action, step); }, scenario_.operations[at_].action);
      }
      step.position = stream_->position();
      step.size = stream_->size();
    }
    outcome_.pages = stream_->pages();
    stream_.reset();
    if (counting_.live_bytes() != 0) violate("memory is given back", "0 bytes", std::to_string(counting_.live_bytes()));
    return std::move(outcome_);
  }

 private:
  void perform(const BulkioWrite& write, BulkioStep& step) {
    const std::uint64_t position = stream_->position();
    const std::uint64_t size = stream_->size();
    call(step, [&] { return stream_->write(write.item); });
    if (step.error) require_unmoved(position, size);
  }

  void perform(const BulkioSeek& seek, BulkioStep& step) {
    const std::uint64_t position = stream_->position();
    const std::uint64_t size = stream_->size();
    call(step, [&] { return stream_->seek(seek.position); });
    if (step.error) require_unmoved(position, size);
  }

  void perform(const BulkioRead& read, BulkioStep& step) {
    call(step, [&] { return note(read, stream_->read(read, BulkioBuffer::paged), step); });
    if (step.error == ErrorCode::bad_alloc) return;
    BulkioStep again;
    call_unfailing(again, [&] { return note(read, stream_->read(read, BulkioBuffer::contiguous), again); });
    if (again.error != step.error || again.read != step.read || again.read_position != step.read_position) {
      violate("inputs over pages and over one buffer answer the same", text_of(step), text_of(again));
    }
  }

  void perform(const BulkioExpectState&, BulkioStep& step) { step.pages = stream_->pages(); }
  void perform(const BulkioExpectBytes&, BulkioStep& step) { step.pages = stream_->pages(); }

  // Keeps an answer in the step. A read that fails consumes nothing.
  Status note(const BulkioRead& read, BulkioReadAnswer answer, BulkioStep& step) {
    step.read_position = answer.position;
    if (answer.item) {
      step.read = std::move(*answer.item);
      return {};
    }
    const auto asked = static_cast<std::uint64_t>(read.position);
    if (answer.position != asked && answer.position != 0) {
      violate("a read that fails consumes nothing", std::to_string(asked), std::to_string(answer.position));
    }
    return std::unexpected(std::move(answer.item.error()));
  }

  // Makes the call, with the allocation that is to fail.
  template <class Call>
  void call(BulkioStep& step, Call make) {
    const std::uint64_t fail_alloc = options_.fail_allocations ? scenario_.operations[at_].fail_alloc : 0;
    failing_.arm(fail_alloc);
    call_unfailing(step, make);
    if (failing_.failed() && step.error != ErrorCode::bad_alloc) {
      violate("a failed allocation reaches the caller", "bad_alloc", text_of(step));
    }
    if (!failing_.failed() && step.error == ErrorCode::bad_alloc) {
      violate("memory that is there is found", "no exception", "bad_alloc");
    }
    failing_.disarm();
  }

  template <class Call>
  void call_unfailing(BulkioStep& step, Call make) {
    try {
      if (Status status = make(); !status) {
        step.error = status.error().code;
        step.message = std::move(status.error().message);
      }
    } catch (const std::bad_alloc&) {
      step.error = ErrorCode::bad_alloc;
    }
  }

  void require_unmoved(std::uint64_t position, std::uint64_t size) {
    if (stream_->position() == position && stream_->size() == size) return;
    violate("a call that fails moves nothing", "position " + std::to_string(position) + " size " + std::to_string(size),
            "position " + std::to_string(stream_->position()) + " size " + std::to_string(stream_->size()));
  }

  static std::string text_of(const BulkioStep& step) {
    if (step.error) return std::string(error_code_name(*step.error));
    return (step.read ? print_bulkio_values(*step.read) : "ok") + ", position " + std::to_string(step.read_position);
  }

  void violate(std::string description, std::string expected, std::string actual) {
    if (outcome_.violation) return;
    outcome_.violation = Difference{
        at_, {}, {}, std::move(expected), std::move(actual), "the contract is broken: " + std::move(description)};
  }

  const BulkioScenario& scenario_;
  const BulkioRunOptions& options_;
  CountingResource counting_;
  FailingResource failing_;
  std::unique_ptr<BulkioStream> stream_;
  BulkioOutcome outcome_;
  std::size_t at_ = 0;
};

class Hash {
 public:
  void add(std::uint64_t value) {
    value_ = (value_ ^ value) * 0x9e3779b97f4a7c15U;
    value_ ^= value_ >> 32;
  }
  void add(std::string_view text) {
    add(text.size());
    add(std::uint64_t{std::hash<std::string_view>{}(text)});
  }
  void add(const std::vector<std::string>& texts) {
    add(texts.size());
    for (const std::string& text : texts) add(std::string_view(text));
  }
  void add(const BulkioPages& pages) {
    add(std::string_view(pages.bytes));
    for (const std::uint64_t size : pages.sizes) add(size);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace

BulkioOutcome run(const BulkioScenario& scenario, const BulkioSubject& subject, const BulkioRunOptions& options) {
  LOCKSTEP_CHECK(check_well_formed(scenario), "only well-formed scenarios are run");
  return Runner(scenario, subject, options).run();
}

std::uint64_t digest(const BulkioOutcome& outcome) {
  Hash hash;
  for (const BulkioStep& step : outcome.steps) {
    hash.add(step.error ? std::uint64_t{1} + static_cast<std::uint64_t>(*step.error) : 0);
    hash.add(step.position);
    hash.add(step.size);
    hash.add(step.read_position);
    if (step.read) {
      hash.add(step.read->words.size());
      for (const std::uint64_t word : step.read->words) hash.add(word);
      hash.add(step.read->strings);
    }
    hash.add(step.pages);
  }
  hash.add(outcome.pages);
  hash.add(outcome.violation ? std::uint64_t{1} : 0);
  return hash.value();
}

}  // namespace lockstep::scenario
