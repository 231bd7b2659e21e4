// A growing run of raw bytes from a memory resource, aligned for any value that a column can hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <span>
#include <utility>

#include "lockstep/base/check.h"

namespace lockstep {

// Like std::pmr::vector<std::byte> but 64-byte aligned (so a span of any value type over it is aligned, and SIMD loads
// are too), able to grow without zeroing, and moved by pointer whatever the resources are. Not thread-safe.
// Growth doubles, so appending is amortised O(1). Every call that can grow may throw std::bad_alloc and then has
// changed nothing.
class Buffer {
 public:
  static constexpr std::size_t kAlignment = 64;

  explicit Buffer(std::pmr::memory_resource* resource) noexcept : resource_(resource) {}
  Buffer(const Buffer& other, std::pmr::memory_resource* resource);
  // As with the standard's pmr containers, a copy lives in the default resource unless one is named.
  Buffer(const Buffer& other) : Buffer(other, std::pmr::get_default_resource()) {}
  Buffer(Buffer&& other) noexcept
      : resource_(other.resource_),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  // Both assignments take over the source's bytes; a move takes over its resource too, a copy keeps the target's.
  Buffer& operator=(const Buffer& other);
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer() { release(); }

  [[nodiscard]] std::pmr::memory_resource* resource() const { return resource_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] std::byte* data() { return data_; }
  [[nodiscard]] const std::byte* data() const { return data_; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {data_, size_}; }

  // The buffer as values of T; its size must be a multiple of sizeof(T).
  template <class T>
  [[nodiscard]] std::span<const T> as() const {
    return {reinterpret_cast<const T*>(data_), size_ / sizeof(T)};
  }
  template <class T>
  [[nodiscard]] std::span<T> as() {
    return {reinterpret_cast<T*>(data_), size_ / sizeof(T)};
  }

  // Makes room for `more` bytes behind size(): the appends that fill it cannot throw.
  void reserve_more(std::size_t more) {
    if (more > capacity_ - size_) grow(more);
  }
  // New bytes are uninitialised; the caller writes every one of them.
  void resize_uninitialized(std::size_t size) {
    if (size > size_) reserve_more(size - size_);
    size_ = size;
  }
  void append(const void* from, std::size_t count) {
    if (count == 0) return;  // memcpy wants a valid pointer even for nothing
    reserve_more(count);
    // One number, as rows that come singly bring it: no call.
    if (count == sizeof(std::uint64_t)) {
      std::memcpy(data_ + size_, from, sizeof(std::uint64_t));
    } else {
      std::memcpy(data_ + size_, from, count);
    }
    size_ += count;
  }
  template <class T>
  void append_value(T value) {
    append(&value, sizeof(T));
  }
  void append_zeros(std::size_t count);
  void truncate(std::size_t size) {
    LOCKSTEP_CHECK(size <= size_, "truncate only shortens");
    size_ = size;
  }
  // Gives the memory back.
  void release() noexcept;

  friend bool operator==(const Buffer& a, const Buffer& b);

 private:
  void grow(std::size_t more);

  std::pmr::memory_resource* resource_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace lockstep
