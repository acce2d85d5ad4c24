public import OpenCoreData

/// Somebody who makes films. The model asks for Category/Extension: the class is here, its properties are
/// generated.
public class Person: NSManagedObject {
  /// How often the person appears in the films that the person directed.
  public var cameos: Int {
    (appearsIn as? Set<Movie> ?? []).filter { $0.director === self }.count
  }
}
