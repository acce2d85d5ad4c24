import Foundation

/// Bytes that lie in someone else's memory, for scanning without a copy.
///
/// Safe because every access is checked against `count`, and whoever makes a view vouches, by the
/// word `unsafe`, that the memory outlives it.
@safe struct ByteView {
  private let bytes: UnsafeBufferPointer<UInt8>

  @unsafe init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = unsafe bytes }

  @unsafe init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = unsafe bytes.bindMemory(to: UInt8.self)
  }

  @unsafe init(_ start: UnsafePointer<UInt8>?, count: Int) {
    unsafe bytes = unsafe UnsafeBufferPointer(start: start, count: count)
  }

  /// A view of nothing.
  static var empty: ByteView { unsafe ByteView(UnsafeBufferPointer(start: nil, count: 0)) }

  @inline(__always)
  var count: Int { unsafe bytes.count }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return unsafe bytes[index]
  }

  /// The byte at an index, 0 behind the end.
  @inline(__always)
  func at(_ index: Int) -> UInt8 { index < count ? self[index] : 0 }

  /// Some of the bytes.
  @inline(__always)
  subscript(range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe ByteView(UnsafeBufferPointer(rebasing: bytes[range]))
  }

  /// The bytes as the pointer that the standard library takes.
  @unsafe var raw: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(bytes) }

  /// The bytes as text; what is not UTF-8 is replaced.
  var string: String { unsafe String(decoding: bytes, as: UTF8.self) }

  /// A copy of the bytes.
  var array: [UInt8] { unsafe Array(bytes) }

  /// Whether the bytes are those of a text.
  func equals(_ text: StaticString) -> Bool {
    unsafe equals(ByteView(text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Whether the bytes are the same as others.
  @inline(__always)
  func equals(_ other: ByteView) -> Bool {
    guard count == other.count, count > 0 else { return count == other.count }
    guard let one = unsafe bytes.baseAddress, let two = unsafe other.bytes.baseAddress else {
      return false
    }
    return unsafe memcmp(one, two, count) == 0
  }

  /// Whether the bytes are the same as others.
  func equals(_ other: [UInt8]) -> Bool { other.withView(equals) }

  /// Whether the first bytes are those of a text.
  func starts(with text: StaticString, at index: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index >= 0, count - index >= length else { return false }
    return self[index..<index + length].equals(text)
  }
}

extension ByteView {
  /// The bytes without the white space around them.
  var trimmed: ByteView {
    var start = 0
    var end = count
    while start < end, self[start].isXMLSpace { start += 1 }
    while end > start, self[end - 1].isXMLSpace { end -= 1 }
    return self[start..<end]
  }

  /// Whether there is nothing but white space.
  var isBlank: Bool {
    for index in 0..<count where !self[index].isXMLSpace { return false }
    return true
  }

  /// The index of the first of these bytes from `start` on.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    var index = start
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }
}

extension UInt8 {
  /// Whether XML counts the byte as white space.
  @inline(__always)
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

  /// Whether the byte is a decimal digit in ASCII.
  @inline(__always)
  var isDigit: Bool { self &- 0x30 < 10 }
}

extension RawBuffer {
  /// The bytes, until something is appended or removed.
  @unsafe var view: ByteView { withView { $0 } }

  /// Whether there is nothing but white space.
  var isBlank: Bool { withView(\.isBlank) }

  /// Lets `body` look at the bytes.
  func withView<R, E: Error>(_ body: (ByteView) throws(E) -> R) throws(E) -> R {
    try unsafe withBytes { bytes throws(E) in try unsafe body(ByteView(bytes)) }
  }

  mutating func append(_ view: ByteView) { unsafe append(view.raw) }

  mutating func append(_ literal: StaticString) {
    unsafe append(
      UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  mutating func append(contentsOf bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// A copy of the bytes.
  var array: [UInt8] { withView { $0.array } }

  /// The bytes as text.
  var string: String { withView { $0.string } }
}

extension [UInt8] {
  /// Lets `body` look at the bytes.
  func withView<R, E: Error>(_ body: (ByteView) throws(E) -> R) throws(E) -> R {
    let result: Result<R, E> = unsafe withUnsafeBytes { bytes in
      do throws(E) { return .success(try unsafe body(ByteView(bytes))) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension String {
  /// Lets `body` look at the UTF-8 bytes.
  func withView<R, E: Error>(_ body: (ByteView) throws(E) -> R) throws(E) -> R {
    var text = self
    let result: Result<R, E> = text.withUTF8 { bytes in
      do throws(E) { return .success(try unsafe body(ByteView(bytes))) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
