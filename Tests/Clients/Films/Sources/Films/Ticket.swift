public import OpenCoreData

/// A seat that was paid for, written by hand as for Xcode's Manual/None.
public class Ticket: NSManagedObject {
  /// What was paid.
  @NSManaged public var price: NSDecimalNumber?
  /// The number of the seat.
  @NSManaged public var seat: Int32
  /// The film to be seen.
  @NSManaged public var movie: Movie?
}
