import Foundation
import ManagedModel
import Testing

@testable import OpenCoreData

@Suite("Slots by the address of a name") struct KeyPlacesTests {
  @Test("what was noted is found, and nothing else", arguments: 0..<20)
  func finding(seed: UInt64) {
    var random = Dice(seed: seed)
    let slotCount = Int.random(in: 1...300, using: &random)
    let places = KeyPlaces(slotCount: slotCount)
    defer { places.deallocate() }
    // Names lie close together; some addresses are far away.
    let start = UInt64.random(in: 1..<1 << 47, using: &random)
    var noted: [UInt64: Int] = [:]
    for slot in 0..<slotCount {
      let address =
        Bool.random(using: &random)
        ? start + UInt64(slot) * 8 : UInt64.random(in: 1..<1 << 48, using: &random)
      guard noted.updateValue(slot, forKey: address) == nil else { continue }
      places.note(address, slot: slot)
    }
    for (address, slot) in noted { #expect(places.slot(of: address) == slot) }
    for _ in 0..<1000 {
      let address = UInt64.random(in: 1..<1 << 48, using: &random)
      #expect(places.slot(of: address) == noted[address])
    }
  }

  @Test(
    "a table that has no room left goes on finding what it has, and says of the rest that it is not there"
  )
  func full() {
    let places = KeyPlaces(slotCount: 3)
    defer { places.deallocate() }
    for address in UInt64(1)...100 { places.note(address * 16, slot: Int(address)) }
    let found = (UInt64(1)...100).filter { places.slot(of: $0 * 16) == Int($0) }
    #expect(found == Array(1...8))
    #expect(places.slot(of: 101 * 16) == nil)
  }

  @Test("an address that has no room beside a slot is not noted", arguments: [1 << 48, UInt64.max])
  func longAddress(address: UInt64) {
    let places = KeyPlaces(slotCount: 3)
    defer { places.deallocate() }
    places.note(address, slot: 2)
    #expect(places.slot(of: address) == nil)
  }

  @Test("threads that note at the same time lose nothing")
  func threads() async {
    let places = KeyPlaces(slotCount: 64)
    await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<8 {
        group.addTask {
          (0..<16).allSatisfy { number in
            let slot = (number + thread * 3) % 16
            places.note(UInt64(slot + 1) << 12, slot: slot)
            return places.slot(of: UInt64(slot + 1) << 12) == slot
          }
        }
      }
      for await isFound in group { #expect(isFound) }
    }
    places.deallocate()
  }

  @Test(
    "what is noted again and again takes one cell, from one thread and from many",
    arguments: [1, 8])
  func again(threads: Int) async {
    for _ in 0..<50 {
      // Eight cells may be taken.
      let places = KeyPlaces(slotCount: 3)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<threads {
          group.addTask { for _ in 0..<20 { places.note(16, slot: 1) } }
        }
      }
      for address in UInt64(2)...8 { places.note(address * 16, slot: Int(address)) }
      #expect((UInt64(1)...8).allSatisfy { places.slot(of: $0 * 16) == Int($0) })
      places.deallocate()
    }
  }

  @Test("a key finds its property whatever the length and the letters of the name")
  func names() throws {
    let entity = NSEntityDescription()
    entity.name = "Odd"
    let keys: [ManagedKey] = [
      ManagedKey("x"), ManagedKey("é"), ManagedKey("größe"), ManagedKey("🎬"),
    ]
    entity.properties = keys.map { key in
      let attribute = NSAttributeDescription()
      attribute.name = key.name
      attribute.attributeType = .stringAttributeType
      return attribute
    }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let object = NSManagedObject(entity: entity, insertInto: nil)
    for key in keys { object.setManaged("is \(key.name)", key) }
    for key in keys {
      for _ in 0..<3 { #expect(object.managed(key) as String? == "is \(key.name)") }
      #expect(object.value(forKey: key.name) as? String == "is \(key.name)")
    }
  }
}
