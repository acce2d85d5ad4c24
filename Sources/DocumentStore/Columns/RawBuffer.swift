/// A growing run of bytes, aligned to eight, for building column chunks.
///
/// Safe because only `append…` and `set` write, both after `reserve` made room, and nothing hands out its
/// address but `take`, which gives the memory away.
@safe struct RawBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer?
  private(set) var count = 0
  private var capacity = 0

  init() { unsafe base = nil }

  deinit { unsafe base?.deallocate() }

  mutating func reserve(_ additional: Int) {
    let needed = count + additional
    guard needed > capacity else { return }
    let size = max(needed, capacity * 2, 64)
    let fresh = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    if let base = unsafe base {
      unsafe fresh.copyMemory(from: base, byteCount: count)
      unsafe base.deallocate()
    }
    unsafe base = fresh
    capacity = size
  }

  mutating func append<T: BitwiseCopyable>(_ value: T) {
    reserve(MemoryLayout<T>.size)
    if let base = unsafe base { unsafe base.storeBytes(of: value, toByteOffset: count, as: T.self) }
    count += MemoryLayout<T>.size
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
    reserve(bytes.count)
    if let base = unsafe base {
      unsafe (base + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count += bytes.count
  }

  mutating func appendZeros(_ zeros: Int) {
    guard zeros > 0 else { return }
    reserve(zeros)
    if let base = unsafe base {
      unsafe (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: zeros)
    }
    count += zeros
  }

  /// Fills up with zeros to a multiple of eight.
  mutating func align() { appendZeros((8 - count & 7) & 7) }

  /// Overwrites what lies at a multiple of the value's size.
  mutating func set<T: BitwiseCopyable>(_ value: T, at index: Int) {
    precondition((index + 1) * MemoryLayout<T>.size <= count)
    if let base = unsafe base {
      unsafe base.storeBytes(of: value, toByteOffset: index * MemoryLayout<T>.size, as: T.self)
    }
  }

  mutating func removeAll() { count = 0 }

  /// Takes back what was appended last.
  mutating func truncate(to length: Int) {
    precondition(length >= 0 && length <= count)
    count = length
  }

  func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try unsafe body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Gives the memory to the caller and starts anew.
  mutating func take() -> UnsafeRawBufferPointer {
    reserve(1)
    let taken = unsafe UnsafeRawBufferPointer(start: base, count: count)
    unsafe base = nil
    count = 0
    capacity = 0
    return unsafe taken
  }
}
