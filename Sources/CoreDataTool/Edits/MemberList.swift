import Foundation
import OpenCoreData

/// The objects that an assignment to a relationship names by their ids.
struct MemberList {
  private let assignment: Assignment
  private let relationship: NSRelationshipDescription
  private let document: OpenDocument

  init(
    _ assignment: Assignment, of relationship: NSRelationshipDescription, in document: OpenDocument
  ) {
    self.assignment = assignment
    self.relationship = relationship
    self.document = document
  }

  /// The objects, all of which exist and may be members.
  func objects() throws -> [NSManagedObject] {
    guard assignment.keys.count == 1 else {
      throw failure(
        "'\(relationship.name)' leads to other objects; change those by a command of their own")
    }
    guard relationship.isToMany || assignment.kind == .set || assignment.kind == .unset else {
      throw failure(
        "'\(relationship.name)' leads to one object; write --set \(relationship.name)=ID")
    }
    let ids = assignment.text.map(ids) ?? []
    if !relationship.isToMany {
      if ids.count > 1 {
        throw failure("'\(relationship.name)' leads to one object, not to \(ids.count)")
      }
      if assignment.kind == .set, ids.isEmpty {
        throw failure("an id was expected; to empty it, write --unset \(relationship.name)")
      }
    }
    return try ids.map(object)
  }

  private func ids(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func object(_ id: String) throws -> NSManagedObject {
    guard let objectID = try document.objectID(id) else {
      throw failure("there is no object with the id '\(id)'\(hint(for: id))")
    }
    if let destination = relationship.destinationEntity,
      !objectID.entity.isKindOf(entity: destination)
    {
      throw failure(
        "'\(id)' is an object of '\(objectID.entity.name ?? "")', and "
          + "'\(destination.name ?? "")' was expected")
    }
    return try document.context.existingObject(with: objectID)
  }

  /// The id that may have been meant, among those of the objects that the relationship can lead to.
  private func hint(for id: String) -> String {
    let name = relationship.destinationEntity?.name ?? ""
    let request = NSFetchRequest<NSManagedObjectID>(entityName: name)
    request.resultType = .managedObjectIDResultType
    request.fetchLimit = 1000
    let known = (try? document.context.fetch(request))?.map(\.text) ?? []
    let meant = didYouMean(id, among: known)
    return meant.isEmpty
      ? "; 'coredata fetch STORE \(name)' lists the ids of what it can lead to" : meant
  }

  private func failure(_ message: String) -> ToolFailure {
    ToolFailure("\(assignment.subject): \(message)")
  }
}
