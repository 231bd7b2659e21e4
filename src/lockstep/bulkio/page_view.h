// One page of a stream, shared.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace lockstep {

// The written bytes of one page. The view owns a share of the page: the bytes stay valid for as long as it lives, also
// when the stream they came from is gone, and show what is written over them later. The memory resource of the stream
// must outlive it. Reading it while another thread writes to the same bytes is a race, as for any memory.
class PageView {
 public:
  PageView(std::shared_ptr<const std::byte> page, std::size_t size) : page_(std::move(page)), size_(size) {}

  [[nodiscard]] std::span<const std::byte> bytes() const { return {page_.get(), size_}; }

 private:
  std::shared_ptr<const std::byte> page_;
  std::size_t size_;
};

}  // namespace lockstep
