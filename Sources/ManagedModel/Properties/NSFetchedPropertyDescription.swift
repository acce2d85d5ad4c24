public import Foundation

/// A property whose value is what a fetch request finds.
///
/// Safe because a model is frozen before threads share it, and frozen properties refuse every change.
public final class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
  /// The request that finds the value.
  public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    willSet { assertMutable("fetchRequest") }
  }

  /// A copy that belongs to no entity and may be changed.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchedPropertyDescription()
    copy.adopt(self)
    return copy
  }

  override var kind: String {
    "fetched property"
  }

  override func adopt(_ other: NSPropertyDescription) {
    super.adopt(other)
    let request = (other as? NSFetchedPropertyDescription)?.fetchRequest
    fetchRequest = request?.duplicate()
  }

  override func addHashedFields(to fields: inout HashedFields) {
    super.addHashedFields(to: &fields)
    fields.add("fetched")
  }

  override func freeze() {
    fetchRequest?.core.isFrozen = true
    super.freeze()
  }
}
