import Foundation
import Predicates
import Testing

@testable import PredicateLogic

/// A class as those of entities: its properties are computed, and it knows their names.
private class Ship: KeyPathNaming, KeyValueCoding {
  private let values: [String: Any]

  init(_ values: [String: Any] = [:]) {
    self.values = values
  }

  var name: String { values["name"] as? String ?? "" }
  var mass: Int { values["mass"] as? Int ?? 0 }
  var captain: Ship? { values["captain"] as? Ship }
  var fleet: [Ship] { values["fleet"] as? [Ship] ?? [] }
  var secret: Int { 0 }

  func value(forKey key: String) -> Any? { values[key] }

  static func key(for keyPath: AnyKeyPath) -> String? {
    switch keyPath {
    case \Ship.name: "name"
    case \Ship.mass: "mass"
    case \Ship.captain: "captain"
    case \Ship.captain?.name: "captain.name"
    case \Ship.fleet: "fleet"
    default: nil
    }
  }
}

private final class Tug: Ship {}

@Suite("Key paths name properties")
struct BridgingKeyPathTests {
  @Test("stored properties of structs and final classes name themselves, through optionals, too")
  func printed() {
    #expect(NSExpression(forKeyPath: \Film.title) == NSExpression(forKeyPath: "title"))
    #expect(
      NSExpression(forKeyPath: \Film.director?.nickname)
        == NSExpression(forKeyPath: "director.nickname"))
    #expect(NSExpression(forKeyPath: \Film.self) == NSExpression.expressionForEvaluatedObject())
    #expect(NSSortDescriptor(keyPath: \Film.director?.name, ascending: true).key == "director.name")
    #expect(NSSortDescriptor(keyPath: \Generic<Int>.value, ascending: true).key == "value")
  }

  @Test("a sort descriptor remembers the key path that it is made of, reversed as well")
  func remembered() throws {
    let path = \Film.title
    let order = NSSortDescriptor(keyPath: path, ascending: true)
    #expect(order.keyPath == path)
    let reversed = try #require(order.reversedSortDescriptor as? NSSortDescriptor)
    #expect(reversed.keyPath == path && reversed.key == "title")
    #expect(NSSortDescriptor(SortDescriptor(path)).keyPath == path)
    #expect(
      NSSortDescriptor(keyPath: path, ascending: true, selector: .localizedCompare).keyPath == path)
    #expect(
      NSSortDescriptor(keyPath: path, ascending: true) { _, _ in .orderedSame }.keyPath == path)
    #expect(NSSortDescriptor(key: "title", ascending: true).keyPath == nil)
  }

  private struct Generic<Value> {
    var value: Value
  }

  @Test("a class can tell the names")
  func told() throws {
    let order = NSSortDescriptor(keyPath: \Ship.captain?.name, ascending: false)
    #expect(order.key == "captain.name")
    #expect(!order.ascending)
    #expect(NSSortDescriptor(keyPath: \Ship.mass, ascending: true).key == "mass")
    let tug = NSExpression(forKeyPath: \Tug.name as KeyPath<Ship, String>)
    #expect(tug == NSExpression(forKeyPath: "name"))
  }

  @Test("predicates of classes that tell their names are converted and evaluated")
  func predicate() throws {
    let predicate = try #require(
      NSPredicate(
        #Predicate<Ship> { $0.mass > 3 && $0.fleet.contains { $0.captain?.name == "Ahab" } }))
    #expect(predicate == NSPredicate(format: "mass > 3 AND ANY fleet.captain.name == 'Ahab'"))
    let ship = Ship([
      "mass": 4, "fleet": [Ship(["captain": Ship(["name": "Ahab"])])],
    ])
    #expect(predicate.evaluate(with: ship))
    #expect(!predicate.evaluate(with: Ship()))
  }

  @Test("names that nobody tells are an error that says what to do")
  func unknown() throws {
    let error = #expect(throws: PredicateConversionError.self) {
      try NSPredicate(converting: #Predicate<Ship> { $0.secret == 1 })
    }
    #expect(error?.node == "KeyPath")
    #expect(error?.description.contains("KeyPathNaming") == true)
    #expect(throws: PredicateConversionError.self) {
      try NSSortDescriptor(converting: SortDescriptor(\Ship.secret))
    }
  }

  @Test("the initializers can be passed on by their names")
  func unapplied() {
    let order = [SortDescriptor(\Ship.mass), SortDescriptor(\Ship.name, order: .reverse)]
    let sorted = order.map(NSSortDescriptor.init)
    #expect(sorted.map(\.key) == ["mass", "name"])
    #expect(sorted.map(\.ascending) == [true, false])
    let conditions = [#Predicate<Ship> { $0.mass == 1 }, #Predicate<Ship> { $0.secret == 1 }]
    #expect(conditions.compactMap(NSPredicate.init).map(\.predicateFormat) == ["mass == 1"])
  }

  @Test("a sort descriptor of a key path without a name is a mistake of the programmer")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      _ = NSSortDescriptor(keyPath: \Film.tags.count, ascending: true)
    }
  }
}

@Suite("Sort descriptors of Swift become ours")
struct BridgingSortTests {
  @Test("key path, order and comparison are kept")
  func kept() throws {
    let plain = NSSortDescriptor(SortDescriptor(\Film.title))
    #expect(plain.key == "title")
    #expect(plain.ascending)
    #expect(plain.comparison == .compare)
    let lexical = NSSortDescriptor(
      SortDescriptor(\Film.subtitle, comparator: .lexical, order: .reverse))
    #expect(lexical.key == "subtitle")
    #expect(!lexical.ascending)
    #expect(lexical.comparison == .compare)
  }

  @Test("they order as in Swift", arguments: [SortOrder.forward, .reverse])
  func order(_ order: SortOrder) {
    let descriptors: [SortDescriptor<Film>] = [
      SortDescriptor(\.title, order: order), SortDescriptor(\.subtitle, order: order),
      SortDescriptor(\.year, order: order), SortDescriptor(\.released, order: order),
      SortDescriptor(\.director?.name, order: order),
    ]
    for descriptor in descriptors {
      let ours = Film.samples.sorted(using: [NSSortDescriptor(descriptor)])
      #expect(
        ours.map(\.title) == Film.samples.sorted(using: descriptor).map(\.title), "\(descriptor)")
    }
  }

  @Test("a selector or a block may decide")
  func comparisons() {
    let named = NSSortDescriptor(
      keyPath: \Film.title, ascending: true, selector: .localizedStandardCompare)
    #expect(named.comparison == .localizedStandard)
    let block = NSSortDescriptor(keyPath: \Film.year, ascending: true) { left, right in
      (left as? Int ?? 0) > (right as? Int ?? 0) ? .orderedAscending : .orderedDescending
    }
    #expect(Film.samples.sorted(using: [block]).map(\.year) == [2000, 1995, 1962, -3])
  }
}
