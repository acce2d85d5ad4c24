import Foundation
import Predicates
import Testing

private enum Genre: String {
  case action, drama
}

private enum Level: Int {
  case low = 1, high
}

@propertyWrapper
private struct Clamped {
  var wrappedValue: Int
}

private struct Player {
  var name: String?
  var age = 30
}

private class Work {
  var title = "Alien"
  lazy var slug = title.lowercased()
}

private final class Feature: Work {
  var genre: Genre? = .action
  var level = Level.high
  @Clamped var rating = 4
  var director: Player? = Player(name: "Ridley")
  var players = [Player(name: "Sigourney"), Player(name: nil, age: 40)]
  var flags: NSComparisonPredicate.Options = [.caseInsensitive]
  var budget: Decimal?
}

@Suite("Paths of keys lead through values of all kinds")
struct EvaluationPathTests {
  @Test(
    "stored properties of Swift values are keys",
    arguments: [
      "title == 'Alien'", "genre == 'action'", "level > 1", "rating == 4",
      "director.name == 'Ridley'",
      "players.@count == 2", "players.name CONTAINS 'Sigourney'", "ANY players.name == nil",
      "players.@sum.age == 70",
      "budget == nil", "flags.rawValue == 1", "(flags & 1) == 1", "SELF.self.title == 'Alien'",
      "director.self.age == 30", "players[1].age == 40", "slug == nil", "ANYKEY == 'Alien'",
    ])
  func mirror(_ format: String) throws {
    #expect(try holds(format, for: Feature()))
  }

  @Test(
    "a property that a Swift value does not have is an error that names type, key and a near one")
  func unknownKey() throws {
    let error = try #require(throws: EvaluationError.self) {
      try holds("titel == 'x'", for: Feature())
    }
    #expect(error.description == "'Feature' has no property 'titel'; did you mean 'title'?")
  }

  @Test("objects, dictionaries of any type and of Foundation answer by key")
  func keyed() throws {
    let values: [String: Any] = ["a": ["b": 1] as [String: Int], "n": NSNull()]
    let optional: [String: Int?] = ["a": 1, "n": nil]
    for object in [values, NSDictionary(dictionary: values), KeyedObject(values)] as [Any] {
      #expect(try holds("a.b == 1 AND n == nil AND m == nil AND a.c == nil", for: object))
    }
    #expect(try holds("a == 1 AND n == nil", for: optional))
    #expect(try holds("a == 1", for: [AnyHashable("a"): 1]))
  }

  @Test("collections of all kinds ask their members and keep nil ones")
  func collections() throws {
    let members: [Any] = [["x": 1], ["x": 2], [String: Any]()]
    let hashable = [["x": 1], ["x": 2], [:]] as [[String: Int]]
    let all: [Any] = [
      members, NSArray(array: members), NSSet(array: members), NSOrderedSet(array: members),
      Set(hashable), hashable[...], ContiguousArray(hashable),
    ]
    for collection in all {
      let object = ["c": collection]
      for format in [
        "c.@count == 3", "ANY c.x == nil", "ANY c.x == 2", "c.x.@count == 3", "c.@sum.x == 3",
        "c.x.@sum == 3", "c.@avg.x == 1", "c.@max.x == 2", "c.@min.x == 1", "2 IN c.x",
        "c.x CONTAINS nil",
        "c.@distinctUnionOfObjects.x.@count == 3", "SUBQUERY(c, $i, $i.x >= 1).@count == 2",
      ] {
        #expect(try holds(format, for: object), "\(type(of: collection)): \(format)")
      }
    }
  }

  @Test("a path through two collections is one list")
  func nested() throws {
    let object = [
      "departments": [
        ["employees": [["salary": 1], ["salary": 2]]], ["employees": [["salary": 3]]],
        ["employees": [[String: Int]]()],
      ]
    ]
    for format in [
      "departments.employees.@count == 3", "departments.employees.@sum.salary == 6",
      "departments.@unionOfArrays.employees.@count == 3", "ANY departments.employees.salary == 3",
      "departments.@max.employees.@count == 2", "ALL departments.employees.salary < 4",
      "departments.@distinctUnionOfArrays.employees.salary == {1, 2, 3}",
    ] {
      #expect(try holds(format, for: object), "\(format)")
    }
  }

  @Test(
    "collection operators give what key-value coding says",
    arguments: [
      ("n.@sum.self", 6), ("n.@avg.self", 2), ("e.@sum.self", 0), ("e.@avg.self", 0),
      ("e.@max.self", nil),
      ("e.@min.self", nil), ("e.@count", 0), ("m.@count", nil), ("m.@sum.self", nil),
      ("h.@sum.self", 3),
      ("h.@avg.self", 1), ("h.@min.self", 1), ("n.@max.#self", 3), ("t.@max.length", 3),
      ("t.@max.self", "b"),
    ] as [(String, (any Sendable)?)])
  func operators(_ format: String, _ expected: (any Sendable)?) throws {
    let object: [String: Any] = [
      "n": [1, 2, 3], "e": [Int](), "h": [1, nil, 2], "t": ["aaa", "b"],
    ]
    let result = try value(format, for: object)
    #expect(ValueEquality.equal(result, expected), "\(String(describing: result))")
  }

  @Test("an operator that there is not is an error with a near one")
  func unknownOperator() throws {
    let error = try #require(throws: EvaluationError.self) {
      let path = NSExpression(
        .keyPath(NSExpression(.evaluatedObject), PropertyPath("@cuont")))
      return try path.evaluated(with: [1])
    }
    #expect(error.description.contains("'@cuont'") && error.description.contains("'@count'"))
  }

  @Test(
    "values of Foundation have the keys that formats use",
    arguments: [
      ("s.length", 5), ("s.uppercaseString", "A/B.C"), ("s.lastPathComponent", "b.c"),
      ("s.pathExtension", "c"),
      ("s.capitalizedString.length", 5), ("i.intValue", 7), ("i.stringValue", "7"),
      ("i.boolValue", true),
      ("x.integerValue", 3), ("x.doubleValue", 3.75), ("x.stringValue", "3.75"), ("q.intValue", 12),
      ("q.boolValue", true), ("d.timeIntervalSinceReferenceDate", 5),
      ("d.timeIntervalSince1970", 978_307_205),
      ("u.host", "example.org"), ("u.path", "/a/b.txt"), ("u.lastPathComponent", "b.txt"),
      ("u.query", "k"),
      ("u.absoluteString.length", 29), ("u.scheme", "https"), ("b.length", 2),
      ("id.UUIDString.length", 36),
    ] as [(String, any Sendable)])
  func builtIn(_ format: String, _ expected: any Sendable) throws {
    let object: [String: Any] = [
      "s": "a/b.c", "i": 7, "x": 3.75, "q": "12abc", "d": Date(timeIntervalSinceReferenceDate: 5),
      "u": URL(string: "https://example.org/a/b.txt?k") as Any, "b": Data([1, 2]), "id": UUID(),
    ]
    let result = try value(format, for: object)
    #expect(ValueEquality.equal(result, expected), "\(format): \(String(describing: result))")
    let objects: [String: Any] = [
      "s": NSString(string: "a/b.c"), "i": NSNumber(value: 7), "x": NSNumber(value: 3.75),
      "q": NSString(string: "12abc"), "d": NSDate(timeIntervalSinceReferenceDate: 5),
      "u": NSURL(string: "https://example.org/a/b.txt?k") as Any, "b": NSData(data: Data([1, 2])),
      "id": NSUUID(),
    ]
    #expect(ValueEquality.equal(try value(format, for: objects), expected), "\(format)")
  }
}
