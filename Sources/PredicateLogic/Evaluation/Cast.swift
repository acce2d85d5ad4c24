import Foundation

/// Values as other types: `CAST(value, 'NSDate')`.
enum Cast {
  private enum Target: String, CaseIterable {
    case number = "NSNumber"
    case whole = "Int"
    case flag = "Bool"
    case decimal = "NSDecimalNumber"
    case text = "NSString"
    case date = "NSDate"
    case uuid = "NSUUID"
    case url = "NSURL"
    case data = "NSData"

    /// The target that a class of Objective-C, or a type of Swift, stands for.
    init?(name: String) {
      if let known = Target(rawValue: name) {
        self = known
        return
      }
      switch name {
      case "String": self = .text
      case "Date": self = .date
      case "Decimal": self = .decimal
      case "UUID": self = .uuid
      case "URL": self = .url
      case "Data": self = .data
      case "Double", "Float", "double": self = .number
      case "Int16", "Int32", "Int64", "integer": self = .whole
      default: return nil
      }
    }
  }

  /// The value as another type; nil where it has no such form.
  static func value(_ value: Any?, to type: Any?) throws(EvaluationError) -> Any? {
    let name = type.map { "\($0)" } ?? "nil"
    guard let target = Target(name: name) else {
      throw .unknownType(name, known: Target.allCases.map(\.rawValue))
    }
    return convert(Operand(value), target)
  }

  private static func convert(_ value: Operand, _ target: Target) -> Any? {
    switch (value, target) {
    case (.null, _): nil
    case (.number(let number), .number): number.any
    case (.number(let number), .decimal): number.decimal
    case (.number(let number), .whole): number.truncated
    case (.number(let number), .flag): number.double != 0
    case (.number(let number), .text): number.text
    case (.number(let number), .date): Date(timeIntervalSinceReferenceDate: number.double)
    case (.date(let seconds), .number), (.date(let seconds), .decimal): seconds
    case (.date(let seconds), .date): Date(timeIntervalSinceReferenceDate: seconds)
    case (.date(let seconds), .text):
      Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
    case (.text(let text), _): convert(text, target)
    case (.uuid(let uuid), .uuid): uuid
    case (.uuid(let uuid), .text): uuid.uuidString
    case (.url(let url), .url): url
    case (.url(let url), .text): url.absoluteString
    case (.data(let data), .data): data
    default: nil
    }
  }

  private static func convert(_ text: String, _ target: Target) -> Any? {
    switch target {
    case .text: text
    case .number: Int(text) ?? Double(text)
    case .whole: Int(text) ?? Double(text).map { Number.double($0).truncated }
    case .flag: NSString(string: text).boolValue
    case .decimal: Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    case .date: try? Date(text, strategy: .iso8601)
    case .uuid: UUID(uuidString: text)
    case .url: URL(string: text)
    case .data: Data(base64Encoded: text)
    }
  }
}
