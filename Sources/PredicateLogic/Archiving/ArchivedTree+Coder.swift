import Foundation

/// How trees are put in keyed archives: as bytes, so that reading a hostile archive makes no object that was not
/// asked for. Foundation on Linux ends the program where an object of another class than was asked for is in the place.
extension ArchivedTree {
  private static let key = "tree"

  /// Puts bytes in an archive; what cannot be archived is a mistake of the programmer, whom an archiver cannot tell
  /// by an error.
  static func encode(
    with coder: NSCoder, _ bytes: () throws(ArchiveError) -> Data
  ) {
    do throws(ArchiveError) {
      let bytes = try bytes()
      unsafe bytes.withUnsafeBytes { buffer in
        let start = unsafe buffer.bindMemory(to: UInt8.self)
        unsafe coder.encodeBytes(start.baseAddress, length: start.count, forKey: key)
      }
    } catch {
      stop(coder, error)
    }
  }

  /// Puts a predicate in an archive.
  static func encode(_ predicate: NSPredicate, with coder: NSCoder) {
    encode(with: coder) { () throws(ArchiveError) in try TreeWriter.bytes(of: predicate) }
  }

  /// Puts an expression in an archive.
  static func encode(_ expression: NSExpression, with coder: NSCoder) {
    encode(with: coder) { () throws(ArchiveError) in try TreeWriter.bytes(of: expression) }
  }

  private static func stop(_ coder: NSCoder, _ error: ArchiveError) {
    guard coder.decodingFailurePolicy == .setErrorAndReturn else { fatalError(error.description) }
    coder.failWithError(CocoaError(.coderInvalidValue, error))
  }

  /// What an archive holds; nil, and the coder's error, where that is nothing good.
  static func decode<Value>(
    _ coder: NSCoder, _ make: (Data) throws(ArchiveError) -> Value?
  ) -> Value? {
    let bytes = unsafe coder.withDecodedUnsafeBytes(forKey: key) { buffer in
      unsafe buffer.map { unsafe Data($0) }
    }
    do throws(ArchiveError) {
      guard let bytes, let value = try make(bytes) else { throw .damaged }
      return value
    } catch {
      coder.failWithError(CocoaError(.coderReadCorrupt, error))
      return nil
    }
  }
}

extension CocoaError {
  fileprivate init(_ code: CocoaError.Code, _ error: ArchiveError) {
    self.init(
      code,
      userInfo: [
        NSLocalizedDescriptionKey: error.description, NSDebugDescriptionErrorKey: error.description,
      ])
  }
}
