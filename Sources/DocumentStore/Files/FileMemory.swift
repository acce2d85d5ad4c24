import ManagedModel
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension UnsafeMutableRawBufferPointer {
  /// Memory for as many bytes as a file says, which the caller deallocates.
  ///
  /// Throws where there is not so much: `allocate` would end the process.
  static func allocate(
    byteCount: Int, alignment: Int, forReading path: String?
  ) throws(StoreError) -> UnsafeMutableRawBufferPointer {
    var memory: UnsafeMutableRawPointer?
    guard unsafe posix_memalign(&memory, alignment, Swift.max(byteCount, 1)) == 0 else {
      throw StoreError(
        .limit, "cannot read the file: there is no memory for \(byteCount) bytes",
        at: Diagnostic.Location(file: path))
    }
    return unsafe UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
  }
}
