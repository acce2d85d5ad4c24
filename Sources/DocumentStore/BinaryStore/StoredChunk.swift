import ManagedModel

/// Where the bytes of a chunk lie, and what their checksum is.
struct ChunkPlace: Sendable {
  var offset: Int
  var byteCount: Int
  var checksum: UInt64
}

/// The bytes of a chunk in the file, verified when they are read.
struct StoredChunk: ChunkSource {
  let file: OpenFile
  let offset: Int
  let byteCount: Int
  let checksum: UInt64
  let contents: any ChunkContents

  func load() throws(StoreError) -> UnsafeMutableRawBufferPointer {
    let bytes = try unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: byteCount, alignment: 8, forReading: file.path)
    do throws(StoreError) {
      guard try unsafe file.read(into: bytes, at: offset) == byteCount else {
        throw damaged("it ends before they do")
      }
      let found = unsafe XXH64.hash(UnsafeRawBufferPointer(bytes))
      guard Checksum.isRight(found, recorded: checksum) else {
        throw damaged("their checksum is another one")
      }
    } catch {
      unsafe bytes.deallocate()
      throw error
    }
    return unsafe bytes
  }

  func accept(
    _ bytes: UnsafeMutableRawBufferPointer, type: ColumnType, rowCount: Int
  ) throws(StoreError) {
    let view = unsafe ChunkView(
      type: type, rowCount: rowCount, bytes: UnsafeRawBufferPointer(bytes))
    if let what = contents.fault(in: view) { throw damaged(what) }
    unsafe contents.adapt(bytes, view)
  }

  func damaged(_ what: String) -> StoreError {
    StoreError(
      .corrupt,
      "damaged at byte \(offset), in the values of \(contents.name): \(what)",
      at: Diagnostic.Location(file: file.path))
  }
}
