/// Writes a file from a place on: small pieces are collected, large ones go straight to the system.
///
/// Safe because `buffer` is written only up to its size and freed with the writer.
@safe package struct FileWriter: ~Copyable {
  private let file: OpenFile
  private let buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var written: Int

  /// Bytes that are collected.
  private let capacity: Int
  /// From this size on it is cheaper to write a piece than to copy it first.
  private static let largePiece = 1 << 17

  /// Writes to a file from `start` on.
  init(_ file: OpenFile, at start: Int = 0, collecting capacity: Int = 1 << 20) {
    self.file = file
    self.capacity = capacity
    written = start
    unsafe buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 64)
  }

  deinit { unsafe buffer.deallocate() }

  /// Where in the file the next byte goes.
  var position: Int { written + filled }

  /// Appends bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    if bytes.count > capacity - filled || bytes.count >= Self.largePiece {
      return try unsafe flush(with: bytes)
    }
    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: bytes)
    filled += bytes.count
  }

  /// Appends bytes.
  mutating func append(_ bytes: [UInt8]) throws(StoreError) {
    try unsafe passing { unsafe bytes.withUnsafeBytes($0) }
  }

  /// Appends text as UTF-8.
  mutating func append(_ text: String) throws(StoreError) {
    var text = text
    try unsafe passing { body in
      text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
    }
  }

  /// Appends a part of bytes in memory.
  mutating func append(_ range: Range<Int>, of bytes: FileBytes) throws(StoreError) {
    try unsafe append(bytes[range])
  }

  /// Appends one byte.
  mutating func append(_ byte: UInt8) throws(StoreError) {
    if filled == capacity { try flush() }
    unsafe buffer[filled] = byte
    filled += 1
  }

  /// Appends zeros.
  mutating func append(zeros count: Int) throws(StoreError) {
    for _ in 0..<count { try append(0) }
  }

  /// Writes over bytes that were appended before.
  mutating func rewrite(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
    try flush()
    try bytes.withView { view throws(StoreError) in try unsafe file.write(view.raw, at: offset) }
  }

  /// Waits until what was appended so far is on the disk.
  mutating func synchronize() throws(StoreError) {
    try flush()
    try file.synchronize()
  }

  /// Hands the collected bytes to the system.
  mutating func flush() throws(StoreError) {
    try unsafe flush(with: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  private mutating func flush(with bytes: UnsafeRawBufferPointer) throws(StoreError) {
    let collected = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<filled])
    guard filled + bytes.count > 0 else { return }
    try unsafe file.write(collected, bytes, at: written)
    written += filled + bytes.count
    filled = 0
  }

  /// Appends what a standard library call lends, whose closures cannot throw our type.
  private mutating func passing(
    _ lend: ((UnsafeRawBufferPointer) -> StoreError?) -> StoreError?
  ) throws(StoreError) {
    let failure = unsafe lend { bytes in
      do throws(StoreError) {
        try unsafe append(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}
