import DocumentStore
import Foundation

/// Makes values of archived data, admitting only the classes that are expected.
///
/// The transformer of attributes for which the model names none. A value that is a property list is kept as
/// one; any other must be an object with secure coding, which is archived.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The classes that archived values may have.
  ///
  /// An object of a class of the program's may have others in it, of which its `init(coder:)` says what they may be.
  open class var allowedTopLevelClasses: [AnyClass] { plainClasses }

  private static let plainClasses: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
    NSData.self, NSURL.self, NSUUID.self, NSNull.self,
  ]

  open override class func transformedValueClass() -> AnyClass {
    NSObject.self
  }

  /// The value in some data, nil where it cannot be read or is of another class than allowed.
  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    let list = unsafe try? PropertyListSerialization.propertyList(
      from: data, options: [], format: nil)
    guard let list else { return nil }
    guard let archive = list as? [String: Any], archive["$archiver"] != nil else { return list }
    // Foundation on Linux stops the program where an archive has another class than allowed.
    guard Self.admits(archive, data) else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(
      ofClasses: Self.allowedTopLevelClasses, from: data)
  }

  /// The data that stands for a value.
  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value else { return nil }
    if PropertyListSerialization.propertyList(value, isValidFor: .binary) {
      let data = try? PropertyListSerialization.data(
        fromPropertyList: value, format: .binary, options: 0)
      return data.map(PropertyListData.sorted)
    }
    guard Self.canArchive(value) else { return nil }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  }

  /// Whether a value and all that collections have in it can be archived securely.
  ///
  /// Foundation on Linux stops the program where one cannot.
  private static func canArchive(_ value: Any) -> Bool {
    switch value {
    case let list as [Any]: list.allSatisfy(canArchive)
    case let set as Set<AnyHashable>: set.allSatisfy { canArchive($0.base) }
    case let entries as [AnyHashable: Any]:
      entries.allSatisfy { canArchive($0.key.base) && canArchive($0.value) }
    default: value as AnyObject is any NSSecureCoding
    }
  }

  /// Whether what an archive is of is allowed, and all that is in it, or may be in an object of the program's.
  private static func admits(_ archive: [String: Any], _ data: Data) -> Bool {
    guard let objects = archive["$objects"] as? [Any] else { return false }
    var types: [AnyClass] = []
    for object in objects {
      guard let name = (object as? [String: Any])?["$classname"] else { continue }
      guard let name = name as? String, let type = NSClassFromString(name) else { return false }
      types.append(type)
    }
    let allowed = allowedTopLevelClasses
    if types.allSatisfy({ isKind($0, of: allowed) }) { return true }
    guard let root = ArchivedClass.name(in: data).flatMap(NSClassFromString),
      isKind(root, of: allowed)
    else { return false }
    return types.contains { !isKind($0, of: plainClasses) && isKind($0, of: allowed) }
      && types.allSatisfy { $0 is any NSSecureCoding.Type }
  }

  private static func isKind(_ type: AnyClass, of classes: [AnyClass]) -> Bool {
    sequence(first: type) { _getSuperclass($0) }.contains { ancestor in
      classes.contains { $0 == ancestor }
    }
  }
}
