import OpenCoreData

open class Vehicle: NSManagedObject {
  @NSManaged public var wheels: Int16
  @NSManaged open var owner: String?
  public struct Plate {}
  public enum Fuel: String { case petrol, power }
}
public protocol Movable {}
