#include "lockstep/data/buffer.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "lockstep/base/huge_pages.h"

namespace lockstep {

Buffer::Buffer(const Buffer& other, std::pmr::memory_resource* resource) : resource_(resource) {
  append(other.data_, other.size_);
}

Buffer& Buffer::operator=(const Buffer& other) {
  if (this != &other) *this = Buffer(other, resource_);
  return *this;
}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(resource_, other.resource_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

void Buffer::append_zeros(std::size_t count) {
  if (count == 0) return;  // memset wants a valid pointer even for nothing
  reserve_more(count);
  std::memset(data_ + size_, 0, count);
  size_ += count;
}

void Buffer::release() noexcept {
  if (data_ != nullptr) resource_->deallocate(data_, capacity_, kAlignment);
  data_ = nullptr;
  size_ = 0;
  capacity_ = 0;
}

void Buffer::grow(std::size_t more) {
  if (more > std::numeric_limits<std::size_t>::max() / 4 - size_) throw std::bad_alloc();
  const std::size_t wanted = std::max({size_ + more, 2 * capacity_, kAlignment});
  auto* const data = static_cast<std::byte*>(resource_->allocate(wanted, kAlignment));
  if (wanted >= kHugePageBytes) advise_huge_pages(data, wanted);
  if (size_ > 0) std::memcpy(data, data_, size_);
  if (data_ != nullptr) resource_->deallocate(data_, capacity_, kAlignment);
  data_ = data;
  capacity_ = wanted;
}

bool operator==(const Buffer& a, const Buffer& b) {
  return a.size_ == b.size_ && (a.size_ == 0 || std::memcmp(a.data_, b.data_, a.size_) == 0);
}

}  // namespace lockstep
