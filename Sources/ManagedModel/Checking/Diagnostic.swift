/// One finding about an input: what is wrong, where, and what to do about it.
///
/// Printed the way compilers print, so that editors and build systems make it clickable:
///
///     Movies.xml:14:5: error: 'Movie' has no property 'titel'; did you mean 'title'?
///
/// Not in Apple's framework.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// How grave a finding is.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The input cannot be used as it is.
    case error
    /// The input can be used, and something in it is probably not meant.
    case warning
    /// More about the finding before it.
    case note
  }

  /// Where in a file a finding is.
  public struct Location: Hashable, Sendable, CustomStringConvertible {
    /// The file's path as the caller gave it; nil where the input was not a file.
    public var file: String?
    /// The line, from one.
    public var line: Int?
    /// The column, from one, in bytes of UTF-8.
    public var column: Int?

    /// Makes a location from what is known of it.
    public init(file: String? = nil, line: Int? = nil, column: Int? = nil) {
      self.file = file
      self.line = line
      self.column = column
    }

    /// `file:line:column` on one line, without the parts that are not known.
    public var description: String {
      [file?.printable, line.map(String.init), column.map(String.init)].compactMap(\.self)
        .joined(separator: ":")
    }
  }

  /// How grave it is.
  public var severity: Severity
  /// What is wrong, names in quotes, then what was expected, then how to mend it.
  public var message: String
  /// Where it is.
  public var location: Location
  /// A text that, put in place of the faulty one, mends it.
  public var fix: String?

  /// How long a message may be; a name in a file may have megabytes.
  private static let messageLimit = 1000

  /// Makes a finding; of a message of more than a thousand letters the middle is left out.
  public init(
    _ severity: Severity, _ message: String, at location: Location = Location(), fix: String? = nil
  ) {
    self.severity = severity
    self.message = message.shortened(to: Self.messageLimit)
    self.location = location
    self.fix = fix
  }

  /// `file:line:column: error: message`, on one line and with nothing that a terminal would obey.
  public var description: String {
    let place = location.description
    let finding = "\(severity.rawValue): \(message.printable)"
    return place.isEmpty ? finding : "\(place): \(finding)"
  }
}
