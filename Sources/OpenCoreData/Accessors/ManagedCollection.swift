public import Foundation

/// Foundation's classes for the members of a relationship: `NSSet`, `NSOrderedSet` and their mutable forms.
///
/// A getter for all of them is generic over this, so that it is no candidate for a property whose type is
/// a class above them, such as `NSObject`. Not in Apple's framework.
public protocol ManagedCollection: NSObject {}

extension NSSet: ManagedCollection {}
extension NSOrderedSet: ManagedCollection {}

extension NSManagedObject {
  /// The members of a relationship; live where the type is a mutable one.
  public final func managed<Members: ManagedCollection>(_ key: ManagedKey) -> Members {
    guard let members = collection(key, Members.self) as? Members else {
      missingValue(key, Members.self)
    }
    return members
  }

  /// The members of a relationship; never nil, whatever the class declares.
  public final func managed<Members: ManagedCollection>(_ key: ManagedKey) -> Members? {
    collection(key, Members.self) as? Members
  }

  private func collection(_ key: ManagedKey, _ type: any ManagedCollection.Type) -> NSObject {
    if type is NSMutableSet.Type {
      return isNoted(key.name) ? NSMutableSet() : mutableSetValue(forKey: key.name)
    }
    if type is NSMutableOrderedSet.Type {
      return isNoted(key.name) ? NSMutableOrderedSet() : mutableOrderedSetValue(forKey: key.name)
    }
    let targets = managedTargets(key)
    return type is NSOrderedSet.Type ? NSOrderedSet(array: targets) : NSSet(array: targets)
  }
}
