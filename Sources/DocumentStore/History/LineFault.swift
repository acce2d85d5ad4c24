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

  /// What the decoder says, as a clause that names the member.
  init(_ error: any Error) {
    switch error {
    case let fault as LineFault: self = fault
    case DecodingError.keyNotFound(let key, let context):
      self.init("\(context.codingPath.place)has no '\(key.stringValue)'")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self.init("\(context.codingPath.place)is not what it should be: \(context.debugDescription)")
    case DecodingError.dataCorrupted(let context):
      self.init(corrupted: context)
    default: self.init("it is not the JSON of a history: \(error.localizedDescription)")
    }
  }

  private init(corrupted context: DecodingError.Context) {
    guard let cause = context.underlyingError as NSError? else {
      self.init(
        "\(context.codingPath.place)is not what it should be: \(context.debugDescription)")
      return
    }
    let text = cause.userInfo["NSDebugDescription"] as? String ?? context.debugDescription
    // The decoder counts lines from the beginning of what it was given, which is one line.
    let detail = text.components(separatedBy: " around line ")[0]
    let index = cause.userInfo["NSJSONSerializationErrorIndex"] as? Int
    self.init(column: index.map { $0 + 1 }, "it is not JSON: \(detail)")
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
