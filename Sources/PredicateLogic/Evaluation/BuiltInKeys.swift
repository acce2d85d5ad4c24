import Foundation

/// The keys that texts, numbers, dates and the like have in Apple's frameworks, where formats make use of them.
enum BuiltInKeys {
  /// The value of a key; nil where the value has no such key.
  static func value(_ key: String, of object: Any) -> Any?? {
    switch Operand(object) {
    case .text(let text): value(key, of: text)
    case .number(let number): value(key, of: number)
    case .date(let seconds): value(key, of: Date(timeIntervalSinceReferenceDate: seconds))
    case .url(let url): value(key, of: url)
    case .data(let data):
      key == "length" || key == "count" ? .some(data.count) : nil
    case .uuid(let uuid):
      ["UUIDString", "uuidString", "description"].contains(key) ? .some(uuid.uuidString) : nil
    default: nil
    }
  }

  private static func value(_ key: String, of date: Date) -> Any?? {
    switch key {
    case "timeIntervalSinceReferenceDate": date.timeIntervalSinceReferenceDate
    case "timeIntervalSince1970": date.timeIntervalSince1970
    case "timeIntervalSinceNow": date.timeIntervalSinceNow
    // The description of a date that is no number ends the program.
    case "description":
      date.timeIntervalSinceReferenceDate.isNaN ? "nan" : date.description
    default: nil
    }
  }

  private static func value(_ key: String, of url: URL) -> Any?? {
    switch key {
    case "absoluteString", "description": .some(url.absoluteString)
    case "relativeString": .some(url.relativeString)
    case "path": .some(url.path)
    case "host": .some(url.host)
    case "port": .some(url.port)
    case "scheme": .some(url.scheme)
    case "user": .some(url.user)
    case "query": .some(url.query)
    case "fragment": .some(url.fragment)
    case "pathComponents": .some(url.pathComponents)
    case "lastPathComponent": .some(url.lastPathComponent)
    case "pathExtension": .some(url.pathExtension)
    case "isFileURL", "fileURL": .some(url.isFileURL)
    default: nil
    }
  }

  private static func value(_ key: String, of number: Number) -> Any?? {
    switch key {
    case "intValue", "integerValue", "longLongValue", "longValue", "shortValue", "charValue",
      "unsignedIntegerValue", "unsignedIntValue", "unsignedLongLongValue":
      .some(number.truncated)
    case "doubleValue", "floatValue": .some(number.double)
    case "boolValue": .some(number.double != 0)
    case "decimalValue", "decimalNumberValue": .some(number.decimal)
    case "stringValue", "description": .some(number.text)
    default: nil
    }
  }

  private static func value(_ key: String, of text: String) -> Any?? {
    switch key {
    case "length": .some(text.utf16.count)
    case "count": .some(text.count)
    case "isEmpty": .some(text.isEmpty)
    case "uppercaseString", "uppercased", "localizedUppercaseString": .some(text.uppercased())
    case "lowercaseString", "lowercased", "localizedLowercaseString": .some(text.lowercased())
    case "capitalizedString", "capitalized", "localizedCapitalizedString":
      .some(text.capitalized)
    case "intValue", "integerValue", "longLongValue": .some(NSString(string: text).integerValue)
    case "doubleValue", "floatValue": .some(NSString(string: text).doubleValue)
    case "boolValue": .some(NSString(string: text).boolValue)
    case "description", "stringValue": .some(text)
    default: pathValue(key, of: text)
    }
  }

  private static func pathValue(_ key: String, of text: String) -> Any?? {
    let path = NSString(string: text)
    return switch key {
    case "lastPathComponent": .some(path.lastPathComponent)
    case "pathExtension": .some(path.pathExtension)
    case "pathComponents": .some(path.pathComponents)
    case "stringByDeletingLastPathComponent", "deletingLastPathComponent":
      .some(path.deletingLastPathComponent)
    case "stringByDeletingPathExtension", "deletingPathExtension":
      .some(path.deletingPathExtension)
    default: nil
    }
  }
}
