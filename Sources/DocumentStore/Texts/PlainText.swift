/// Values as documents have them, for those who print them elsewhere.
package enum PlainText {
  /// A date: ISO 8601 in UTC where that brings it back, else the seconds since 2001.
  package static func date(_ seconds: Double) -> String {
    guard DateText.hasCalendarForm(seconds) else { return number(seconds) }
    return text { DateText.print(seconds, to: &$0) }
  }

  /// A number: the shortest text that brings it back.
  package static func number(_ number: Double) -> String {
    text { DoubleText.print(number, to: &$0) }
  }

  /// A number: the shortest text that brings it back.
  package static func number(_ number: Float) -> String {
    text { FloatText.print(number, to: &$0) }
  }

  /// The date that a text in the form of documents names, in seconds since 2001; nil where it names none.
  package static func seconds(ofDate text: String) -> Double? {
    unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
      try? unsafe DateText.parse(ByteView(bytes))
    }
  }

  private static func text(_ print: (inout RawBuffer) -> Void) -> String {
    var buffer = RawBuffer()
    print(&buffer)
    return unsafe buffer.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
