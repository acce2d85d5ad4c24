import Foundation

/// What is wrong with a text that should be a value: the rest of a sentence that begins with the text.
package struct TextRefusal: Error, Sendable {
  /// The sentence, with what was expected.
  package let sentence: String
}

extension PlainText {
  /// The value of an attribute's type that a text in the form of documents stands for.
  package static func value(
    _ text: String, as type: ColumnType
  ) throws(TextRefusal) -> Value {
    do throws(TextFault) {
      return try text.withView { view throws(TextFault) in try value(view, as: type) }
    } catch {
      throw TextRefusal(sentence: error.sentence(for: type))
    }
  }

  private static func value(_ text: ByteView, as type: ColumnType) throws(TextFault) -> Value {
    switch type {
    case .int16: .integer(try IntegerText.parse(text, in: Int64(Int16.min)...Int64(Int16.max)))
    case .int32: .integer(try IntegerText.parse(text, in: Int64(Int32.min)...Int64(Int32.max)))
    case .int64: .integer(try IntegerText.parse(text))
    case .boolean: .boolean(try BooleanText.parse(text))
    case .float: .float(try FloatText.parse(text))
    case .double: .double(try DoubleText.parse(text))
    case .decimal: .decimal(try DecimalText.parse(text).decimal)
    case .string: .string(text.string)
    case .uri: .uri(text.string)
    case .date: .date(try DateText.parse(text))
    case .uuid: .uuid(try UUIDText.parse(text))
    case .data: .data(try bytes(text))
    case .transformable, .composite, .toOne, .toMany: throw .malformed
    }
  }

  private static func bytes(_ base64: ByteView) throws(TextFault) -> Data {
    var bytes = RawBuffer()
    try Base64Text.parse(base64, to: &bytes)
    return Data(bytes.array)
  }
}
