import Foundation
package import ManagedModel

extension OpenDocument {
  /// Gives new objects their lasting ids, saves, and throws ``InputProblems`` with every rule that is broken.
  ///
  /// A rehearsal does all but the writing, and leaves what would be saved in the context.
  package func save(rehearsing: Bool) throws {
    try describingProblems(with: path) {
      do {
        try context.obtainPermanentIDs(for: Array(context.insertedObjects))
        if rehearsing { return try SaveOperation(context.graph).rehearse() }
        try context.save()
      } catch let error as CocoaError where error.isAboutObjects {
        let sentences = CocoaError.parts(of: error).flatMap {
          $0.localizedDescription.split(separator: "\n").map(String.init)
        }
        throw InputProblems(
          sentences.map { Diagnostic(.error, $0, at: Diagnostic.Location(file: path)) })
      }
    }
  }

  /// The names of an entity and of those that inherit from it, abstract ones left out.
  package func concreteNames(of entity: NSEntityDescription) -> [String] {
    let own = entity.isAbstract ? [] : [entity.name ?? ""]
    return own + entity.subentities.flatMap { concreteNames(of: $0) }
  }
}

extension CocoaError {
  /// Whether the error is about what objects hold, and not about a file.
  fileprivate var isAboutObjects: Bool {
    (1550...1690).contains(code.rawValue) || (133_000...133_021).contains(code.rawValue)
  }
}
