public import Foundation

/// What a fetch can return: managed objects, their ids, dictionaries, and numbers for counts.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// The form of a fetch's results, with Core Data's numbers.
public struct NSFetchRequestResultType: OptionSet, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt

  /// Makes a type from its number.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Objects.
  public static let managedObjectResultType = NSFetchRequestResultType([])
  /// The ids of objects.
  public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
  /// Dictionaries of values by name.
  public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
  /// The number of objects.
  public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}
