import OpenCoreData
import Kit

// coredata:type class Kit.Vehicle
// coredata:type struct Kit.Vehicle.Plate
// coredata:type enum Kit.Vehicle.Fuel
// coredata:type protocol Kit.Movable

extension Vehicle {
  enum Colour: Int { case red }
  @NSManaged var plate: Plate?
  @NSManaged var colour: Colour
  @NSManaged func addToTrailers(_ value: Vehicle)
}

class Car: Vehicle {
  @NSManaged var fuel: Fuel
  @NSManaged var movable: any Movable
  @NSManaged var tow: Kit.Vehicle?
  @NSManaged var colours: [Colour]
}

func use(_ vehicle: Vehicle) { vehicle.addToTrailers(vehicle) }
