#include "lockstep/base/memory_resource.h"

#include <algorithm>
#include <new>

#include "lockstep/base/check.h"

namespace lockstep {

void* CountingResource::do_allocate(std::size_t bytes, std::size_t alignment) {
  void* memory = upstream_->allocate(bytes, alignment);
  live_bytes_ += bytes;
  peak_bytes_ = std::max(peak_bytes_, live_bytes_);
  ++allocations_;
  ++live_allocations_;
  return memory;
}

void CountingResource::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) {
  LOCKSTEP_CHECK(live_bytes_ >= bytes && live_allocations_ > 0,
                 "memory is given back once, with the size it was asked for with");
  live_bytes_ -= bytes;
  --live_allocations_;
  upstream_->deallocate(memory, bytes, alignment);
}

void* FailingResource::do_allocate(std::size_t bytes, std::size_t alignment) {
  if (countdown_ > 0) {
    --countdown_;
    if (countdown_ == 0) {
      failed_ = true;
      throw std::bad_alloc();
    }
  }
  return upstream_->allocate(bytes, alignment);
}

void FailingResource::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) {
  upstream_->deallocate(memory, bytes, alignment);
}

}  // namespace lockstep
