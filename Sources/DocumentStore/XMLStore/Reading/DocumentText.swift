import CLibXML2
import ManagedModel

/// The bytes of a document as UTF-8, whatever its file has.
struct DocumentText {
  /// UTF-8, with a byte order mark where the file has one in UTF-8.
  let bytes: FileBytes
  /// The encoding of the file, where that is not UTF-8: then a save rewrites all of it.
  let foreignEncoding: String?

  /// Brings the bytes of a file into UTF-8 and makes its declaration say so.
  init(file: FileBytes, path: String) throws(StoreError) {
    let view = unsafe ByteView(file.buffer)
    let declared = Declaration(view)?.encoding.map { view[$0].string }
    let (name, mark) = Self.detect(view, declared)
    guard let name else {
      bytes = file
      foreignEncoding = nil
      return
    }
    let transcoded =
      name == "UTF-8"
      ? view.array : try Self.transcode(view[mark..<view.count], from: name, path)
    bytes = FileBytes(Self.declaringUTF8(transcoded))
    foreignEncoding = name
  }

  /// The encoding where it is not plain UTF-8, and the length of its mark.
  private static func detect(_ view: ByteView, _ declared: String?) -> (String?, mark: Int) {
    let isUTF8 = ["UTF-8", "UTF8"].contains(declared?.uppercased() ?? "UTF-8")
    switch (view.at(0), view.at(1), view.at(2), view.at(3)) {
    case (0xEF, 0xBB, 0xBF, _): return (isUTF8 ? nil : "UTF-8", 0)
    // Behind the end there are zeros, too.
    case (0xFF, 0xFE, 0, 0) where view.count >= 4: return ("UTF-32LE", 4)
    case (0, 0, 0xFE, 0xFF): return ("UTF-32BE", 4)
    case (0xFF, 0xFE, _, _): return ("UTF-16LE", 2)
    case (0xFE, 0xFF, _, _): return ("UTF-16BE", 2)
    case (0x3C, 0, 0, 0): return ("UTF-32LE", 0)
    case (0, 0, 0, 0x3C): return ("UTF-32BE", 0)
    case (0x3C, 0, _, _): return ("UTF-16LE", 0)
    case (0, 0x3C, _, _): return ("UTF-16BE", 0)
    default: return (isUTF8 ? nil : declared, 0)
    }
  }

  private static func transcode(
    _ view: ByteView, from name: String, _ path: String
  ) throws(StoreError) -> [UInt8] {
    guard let handler = unsafe xmlFindCharEncodingHandler(name) else {
      throw malformed("the encoding '\(name)' is not known; save the file as UTF-8", path)
    }
    defer { unsafe _ = xmlCharEncCloseFunc(handler) }
    let source = unsafe xmlBufferCreateStatic(
      UnsafeMutableRawPointer(mutating: view.raw.baseAddress), view.count)
    let target = unsafe xmlBufferCreate()
    defer {
      unsafe xmlBufferFree(source)
      unsafe xmlBufferFree(target)
    }
    // What libxml2 has against the bytes is said below; it would print it.
    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
    defer { xmlSetStructuredErrorFunc(nil, nil) }
    // One call may leave some of the input where the output grows much.
    var rest = unsafe xmlBufferLength(source)
    while rest > 0 {
      let result = unsafe xmlCharEncInFunc(handler, target, source)
      let left = unsafe xmlBufferLength(source)
      guard result >= 0 || left < rest, left < rest else {
        throw malformed(
          "the file says that it is \(name), and its bytes are not; save it as UTF-8", path)
      }
      rest = left
    }
    return unsafe ByteView(xmlBufferContent(target), count: Int(xmlBufferLength(target))).array
  }

  private static func malformed(_ message: String, _ path: String) -> StoreError {
    StoreError(.malformed, message, at: .init(file: path, line: 1, column: 1))
  }

  private static func declaringUTF8(_ bytes: [UInt8]) -> [UInt8] {
    guard let encoding = bytes.withView({ Declaration($0)?.encoding }) else { return bytes }
    return bytes[..<encoding.lowerBound] + Array("UTF-8".utf8) + bytes[encoding.upperBound...]
  }
}

/// The line `<?xml version="1.0" encoding="…"?>` at the head of a document.
struct Declaration {
  /// Where the name of the encoding is.
  private(set) var encoding: Range<Int>?

  init?(_ view: ByteView) {
    let start = view.starts(with: "\u{FEFF}") ? 3 : 0
    guard view.starts(with: "<?xml", at: start) else { return nil }
    var index = start + 5
    while index < view.count, !view.starts(with: "?>", at: index) {
      if view[index].isXMLSpace, view.starts(with: "encoding", at: index + 1) {
        encoding = Self.quoted(view, from: index + 9)
        return
      }
      index += 1
    }
  }

  private static func quoted(_ view: ByteView, from start: Int) -> Range<Int>? {
    var index = start
    while view.at(index).isXMLSpace || view.at(index) == UInt8(ascii: "=") { index += 1 }
    let quote = view.at(index)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = view.firstIndex(of: quote, from: index + 1), end - index < 64
    else { return nil }
    return index + 1..<end
  }
}
