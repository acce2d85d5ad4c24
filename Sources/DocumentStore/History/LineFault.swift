import Foundation

/// Why a line of a history cannot be read.
struct LineFault: Error, Hashable {
  /// Which byte of the line it is about, from 1; nil where it is about no single one.
  var column: Int?
  var sentence: String
  /// Whether the file may be sound, for a newer program.
  var isAboutVersion = false

  init(column: Int? = nil, _ sentence: String) {
    self.column = column
    self.sentence = sentence
  }

  /// A file of a version that is not known here.
  static func version(_ version: Int64) -> LineFault {
    var fault = LineFault(
      "the history is of version \(version), which this program does not know; use a newer one, or "
        + "remove the file to begin the history anew")
    fault.isAboutVersion = true
    return fault
  }

  /// What the decoder says of a line, as a clause that names the member.
  init(_ error: any Error, in line: Data) {
    switch error {
    case let fault as LineFault: self = fault
    case DecodingError.keyNotFound(let key, let context):
      self.init("\(context.codingPath.place)has no '\(key.stringValue)'")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self.init("\(context.codingPath.place)is not what it should be: \(context.debugDescription)")
    default: self.init(notJSON: line)
    }
  }

  /// Why a line is not JSON, which the decoder does not tell and the older reader does.
  private init(notJSON line: Data) {
    do {
      _ = try JSONSerialization.jsonObject(with: line)
      self.init("a number is too large, or has a fraction where there must be none")
    } catch {
      let text = (error as NSError).userInfo["NSDebugDescription"] as? String ?? "\(error)"
      let parts = text.split(separator: " around character ")
      let index = parts.count == 2 ? Int(parts[1].prefix { $0.isNumber }) : nil
      let clause = parts.first.map(String.init) ?? text
      self.init(
        column: index.map { $0 + 1 },
        "it is not JSON: \(clause.trimmingCharacters(in: ["."]))")
    }
  }
}

extension [any CodingKey] {
  /// The place in the line, to begin a sentence with.
  fileprivate var place: String {
    if isEmpty { return "the line " }
    let names = map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return "'\(names.drop { $0 == "." })' "
  }
}
