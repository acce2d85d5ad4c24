import Foundation

@testable import DocumentStore

/// What a printer appends to nothing.
func printed(_ print: (inout RawBuffer) -> Void) -> String {
  var output = RawBuffer()
  print(&output)
  return output.string
}

/// The fault with which a reader refuses a text, nil where it takes it.
func fault<Value>(_ text: String, _ parse: (ByteView) throws(TextFault) -> Value) -> TextFault? {
  do throws(TextFault) {
    _ = try text.withView(parse)
    return nil
  } catch {
    return error
  }
}

/// The bytes of a text in base64.
func decoded(_ text: String) throws(TextFault) -> [UInt8] {
  var output = RawBuffer()
  try text.withView { view throws(TextFault) in try Base64Text.parse(view, to: &output) }
  return output.array
}
