public import Foundation

extension Sequence {
  /// The elements in the order of some descriptors.
  ///
  /// The first decides, where it finds two equal the second, and so on. Elements that all find equal keep their
  /// order.
  /// Each key is read once for each element. O(n log n).
  public func sorted(using descriptors: [NSSortDescriptor]) -> [Element] {
    let rows = map { element in (element, descriptors.map { $0.value(of: element) }) }
    return rows.enumerated().sorted { one, other in
      for (index, descriptor) in descriptors.enumerated() {
        switch descriptor.order(one.element.1[index], other.element.1[index]) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return one.offset < other.offset
    }.map(\.element.0)
  }

  /// The elements that meet a condition, in their order.
  public func filtered(using predicate: NSPredicate) -> [Element] {
    filter { predicate.evaluate(with: $0) }
  }
}

extension Set {
  /// The elements that meet a condition.
  public func filtered(using predicate: NSPredicate) -> Set<Element> {
    filter { predicate.evaluate(with: $0) }
  }
}

extension NSArray {
  /// The elements that meet a condition, in their order.
  public func filtered(using predicate: NSPredicate) -> [Any] {
    filter { predicate.evaluate(with: $0) }
  }

  /// The elements in the order of some descriptors.
  public func sortedArray(using descriptors: [NSSortDescriptor]) -> [Any] {
    map { $0 }.sorted(using: descriptors)
  }
}

extension NSMutableArray {
  /// Keeps the elements that meet a condition.
  public func filter(using predicate: NSPredicate) {
    setArray(filtered(using: predicate))
  }

  /// Puts the elements in the order of some descriptors.
  public func sort(using descriptors: [NSSortDescriptor]) {
    setArray(sortedArray(using: descriptors))
  }
}

extension NSSet {
  /// The elements that meet a condition, numbers and texts as Swift's.
  ///
  /// On Linux an `NSNumber` and an `Int` differ as `AnyHashable`, so that nothing would find Foundation's.
  public func filtered(using predicate: NSPredicate) -> Set<AnyHashable> {
    let found = allObjects.filter { predicate.evaluate(with: $0) }
    return Set(found.compactMap { ConstantValue.normal($0) as? AnyHashable })
  }

  /// The elements in the order of some descriptors.
  public func sortedArray(using descriptors: [NSSortDescriptor]) -> [Any] {
    allObjects.sorted(using: descriptors)
  }
}

extension NSMutableSet {
  /// Keeps the elements that meet a condition.
  public func filter(using predicate: NSPredicate) {
    for element in allObjects where !predicate.evaluate(with: element) { remove(element) }
  }
}

extension NSOrderedSet {
  /// The elements that meet a condition, in their order.
  public func filtered(using predicate: NSPredicate) -> NSOrderedSet {
    NSOrderedSet(array: array.filter { predicate.evaluate(with: $0) })
  }

  /// The elements in the order of some descriptors.
  public func sortedArray(using descriptors: [NSSortDescriptor]) -> [Any] {
    array.sorted(using: descriptors)
  }
}

extension NSMutableOrderedSet {
  /// Keeps the elements that meet a condition.
  public func filter(using predicate: NSPredicate) {
    replace(by: array.filter { predicate.evaluate(with: $0) })
  }

  /// Puts the elements in the order of some descriptors.
  public func sort(using descriptors: [NSSortDescriptor]) {
    replace(by: sortedArray(using: descriptors))
  }

  private func replace(by elements: [Any]) {
    removeAllObjects()
    addObjects(from: elements)
  }
}
