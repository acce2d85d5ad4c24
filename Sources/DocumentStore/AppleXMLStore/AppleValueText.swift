import Foundation

/// The values of attributes as text in Apple's XML store.
enum AppleValueText {
  /// The value of a column's type that a text stands for.
  static func parse(_ text: ByteView, as type: ColumnType) throws(TextFault) -> Value {
    switch type {
    case .string: .string(String(decoding: try AppleText.decode(text), as: UTF8.self))
    case .uri: .uri(String(decoding: try AppleText.decode(text), as: UTF8.self))
    case .int16: .integer(try IntegerText.parse(text, in: Int64(Int16.min)...Int64(Int16.max)))
    case .int32: .integer(try IntegerText.parse(text, in: Int64(Int32.min)...Int64(Int32.max)))
    case .int64: .integer(try IntegerText.parse(text))
    case .boolean: .boolean(try BooleanText.parse(text))
    case .float: .float(try FloatText.parse(text))
    case .double: .double(try DoubleText.parse(text))
    case .date: .date(try DoubleText.parse(text))
    case .decimal: .decimal(try DecimalText.parse(text).decimal)
    case .uuid: .uuid(try UUIDText.parse(text))
    case .data: .data(try bytes(text))
    case .transformable: .transformed(try bytes(text))
    case .composite, .toOne, .toMany: throw .malformed
    }
  }

  private static func bytes(_ text: ByteView) throws(TextFault) -> Data {
    var bytes = RawBuffer()
    try Base64Text.parse(text, to: &bytes)
    return Data(bytes.array)
  }

  /// Appends the text of a value that is there; false where it is not finite.
  static func print(_ value: Value, to output: inout RawBuffer) -> Bool {
    switch value {
    case .string(let text), .uri(let text): text.withView { AppleText.print($0, to: &output) }
    case .integer(let number): IntegerText.print(number, to: &output)
    case .boolean(let flag): output.append(flag ? "1" : "0")
    case .float(let number):
      guard number.isFinite else { return false }
      FloatText.print(number, to: &output)
    case .double(let number):
      guard number.isFinite else { return false }
      DoubleText.print(number, to: &output)
    case .date(let seconds):
      guard seconds.isFinite else { return false }
      print(date: seconds, to: &output)
    case .decimal(let number):
      guard !number.isNaN else { return false }
      DecimalText.print(DecimalBits(number), to: &output)
    case .uuid(let uuid): UUIDText.print(uuid, to: &output)
    case .data(let data), .transformed(let data): print(data, to: &output)
    case .null, .composite, .reference, .references: break
    }
    return true
  }

  /// Twenty digits of the fraction, as Apple has them, unless those would not bring back the same number.
  private static func print(date seconds: Double, to output: inout RawBuffer) {
    let text = String(format: "%.20f", seconds)
    if Double(text)?.bitPattern == seconds.bitPattern { return output.append(text: text) }
    DoubleText.print(seconds, to: &output)
  }

  /// Base64 whose first line has 76 characters, and whose second has all others.
  private static func print(_ data: Data, to output: inout RawBuffer) {
    if data.isEmpty { return }
    var base64 = RawBuffer()
    Array(data).withView { Base64Text.print($0, to: &base64) }
    base64.withView { text in
      let first = min(76, text.count)
      output.append(text[0..<first])
      output.append(UInt8(ascii: "\n"))
      guard first < text.count else { return }
      output.append(text[first..<text.count])
      output.append(UInt8(ascii: "\n"))
    }
  }
}

extension TextFault {
  /// What is wrong with a text for a column of a type in Apple's XML store, as the rest of a sentence.
  func appleSentence(for type: ColumnType) -> String {
    switch (self, type) {
    case (.notUTF8, _):
      "has half a character: an escape such as \\u3dd8 for one half needs the other behind it"
    case (.malformed, .date): "is not a date; a number of seconds since 2001 was expected"
    default: sentence(for: type)
    }
  }
}
