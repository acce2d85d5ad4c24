import ManagedModel
import Predicates

extension NSManagedObject {
  /// The names of the entity's attributes and relationships, which `ANYKEY` looks at.
  ///
  /// Not in Apple's framework.
  public final var propertyKeys: [String]? { layout.entity.persistentKeys }
}

extension RecordView {
  var propertyKeys: [String]? { layout.entity.persistentKeys }
}

extension NSEntityDescription {
  /// The names of the attributes and relationships, in order.
  fileprivate var persistentKeys: [String] {
    propertiesByName.filter { !($0.value is NSFetchedPropertyDescription) }.keys.sorted()
  }
}
