/// The smallest part of a Swift text that has a meaning, and where it stands.
struct SwiftToken: Hashable {
  enum Kind {
    /// A keyword or a name.
    case word
    /// A name in backticks, which is never a keyword.
    case quoted
    case number
    /// A string, or a part of one before, between or after interpolations.
    case text
    /// A regular expression between slashes.
    case pattern
    /// Anything else: one character, but `->` and several `#` together.
    case mark
  }

  var kind: Kind
  /// The bytes that it takes.
  var range: Range<Int>
  /// Whether it is the first of its line.
  var startsLine: Bool
  /// Whether white space or a comment stands before it.
  var isSpaced: Bool
  /// The condition under which it is compiled, as a row of the table of conditions; 0 is none.
  var condition = 0
}
