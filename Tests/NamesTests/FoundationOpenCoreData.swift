// swift-format-ignore-file: OrderedImports
import Foundation
import OpenCoreData

enum FoundationOpenCoreData: NameUse {
  static let types: [Any.Type] = [
    NSPredicate.self, NSCompoundPredicate.self, NSComparisonPredicate.self, NSExpression.self,
    NSSortDescriptor.self,
  ]

  static func joined(
    _ predicate: NSPredicate, _ compound: NSCompoundPredicate, _ comparison: NSComparisonPredicate,
    _ expression: NSExpression, _ order: [NSSortDescriptor]
  ) -> [Any.Type] {
    [
      type(of: predicate), type(of: compound), type(of: comparison), type(of: expression),
      type(of: order[0]),
    ]
  }

  static func made() -> [Any.Type] {
    let path = NSExpression(forKeyPath: \Named.name)
    let comparison = NSComparisonPredicate(
      leftExpression: path, rightExpression: path, type: .equalTo)
    let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [comparison])
    let order = [NSSortDescriptor(keyPath: \Named.name, ascending: true)]
    return joined(NSPredicate(value: true), compound, comparison, path, order)
  }
}
