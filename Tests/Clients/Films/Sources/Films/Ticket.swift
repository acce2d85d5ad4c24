public import OpenCoreData

/// A seat that was paid for, written by hand as for Xcode's Manual/None.
public class Ticket: NSManagedObject {
  /// What was paid.
  @NSManaged public var price: NSDecimalNumber?
  /// The number of the seat.
  @NSManaged public var seat: Int32
  /// The film to be seen.
  @NSManaged public var movie: Movie?

  /// Why a seat was refused.
  public struct NoSuchSeat: Error {}

  /// Found by its name, as with Apple.
  func validateSeat(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
    guard let seat = value.pointee as? NSNumber else { return }
    if seat.intValue > 500 { throw NoSuchSeat() }
    if seat.intValue < 0 { value.pointee = NSNumber(value: 0) }
  }
}
