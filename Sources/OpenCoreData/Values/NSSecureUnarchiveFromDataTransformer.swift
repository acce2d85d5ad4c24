import Foundation

/// Makes values of archived data, admitting only the classes that are expected.
///
/// The transformer of attributes for which the model names none. A value that is a property list is kept as
/// one; any other must be an object with secure coding, which is archived.
///
/// Safe because it has no state.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
  /// The classes that archived values may have.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]
  }

  open override class func transformedValueClass() -> AnyClass {
    NSObject.self
  }

  /// The value in some data, nil where it cannot be read or is of another class than allowed.
  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    let list = unsafe try? PropertyListSerialization.propertyList(
      from: data, options: [], format: nil)
    if let list, (list as? [String: Any])?["$archiver"] == nil { return list }
    return try? NSKeyedUnarchiver.unarchivedObject(
      ofClasses: Self.allowedTopLevelClasses, from: data)
  }

  /// The data that stands for a value.
  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value else { return nil }
    if PropertyListSerialization.propertyList(value, isValidFor: .binary) {
      return try? PropertyListSerialization.data(
        fromPropertyList: value, format: .binary, options: 0)
    }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  }
}
