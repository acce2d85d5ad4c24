/// Bytes that never change, aligned to 64 and followed by at least 16 zeros, so that a scan may look ahead.
///
/// Safe because nothing writes to them after `init`, and they live as long as the object.
@safe final class FileBytes: @unchecked Sendable {
  private let memory: UnsafeMutableRawBufferPointer
  /// How many bytes there are, the zeros behind them not counted.
  let count: Int

  static let padding = 16

  /// Makes room for `capacity` bytes of the file at `path`; `fill` says how many there are in the end.
  init(
    capacity: Int, of path: String? = nil,
    _ fill: (UnsafeMutableRawBufferPointer) throws(StoreError) -> Int
  ) throws(StoreError) {
    let memory = try unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: capacity + Self.padding, alignment: 64, forReading: path)
    do throws(StoreError) {
      let filled = try unsafe fill(UnsafeMutableRawBufferPointer(rebasing: memory[..<capacity]))
      count = min(filled, capacity)
    } catch {
      unsafe memory.deallocate()
      throw error
    }
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...])
      .initializeMemory(as: UInt8.self, repeating: 0)
    unsafe self.memory = unsafe memory
  }

  /// Copies bytes.
  init(_ bytes: [UInt8]) {
    count = bytes.count
    unsafe memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: bytes.count + Self.padding, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe memory.copyBytes(from: bytes)
  }

  deinit { unsafe memory.deallocate() }

  /// The bytes; valid as long as the object lives.
  var buffer: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: memory[..<count])
  }

  /// Some of the bytes; valid as long as the object lives.
  subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe UnsafeRawBufferPointer(rebasing: memory[range])
  }
}
