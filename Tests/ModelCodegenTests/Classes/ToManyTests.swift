import ModelCodegen
import Testing

@Suite("Relationships of generated classes")
struct ToManyTests {
  private static func movie(
    _ more: String, _ adapt: (inout ClassOptions) -> Void = { _ in }
  ) -> Generated {
    Generated(
      Generated.entity(
        "Movie",
        "<relationship name=\"cast\" optional=\"YES\" destinationEntity=\"Actor\" \(more)/>")
        + Generated.entity("Actor"), adapt)
  }

  @Test("to-one relationships have their destination's class")
  func toOne() {
    let generated = Self.movie("maxCount=\"1\"")
    #expect(generated.lines("public var cast") == ["public var cast: Actor? {"])
    #expect(generated.lines("public func") == [])
  }

  @Test("to-many relationships have Xcode's four methods")
  func toMany() {
    let generated = Self.movie("toMany=\"YES\"")
    #expect(generated.lines("public var cast") == ["public var cast: NSSet? {"])
    #expect(
      generated.properties.contains(
        """
        // MARK: Generated accessors for cast
        nonisolated extension Movie {

            public func addToCast(_ value: Actor) {
                managedAdd(value, MovieManagedKeys.cast)
            }

            public func removeFromCast(_ value: Actor) {
                managedRemove(value, MovieManagedKeys.cast)
            }

            public func addToCast(_ values: NSSet) {
                managedAdd(values, MovieManagedKeys.cast)
            }

            public func removeFromCast(_ values: NSSet) {
                managedRemove(values, MovieManagedKeys.cast)
            }

        }

        """))
  }

  @Test("ordered ones have ten")
  func ordered() {
    let generated = Self.movie("toMany=\"YES\" ordered=\"YES\"")
    #expect(generated.lines("public var cast") == ["public var cast: NSOrderedSet? {"])
    #expect(
      generated.lines("public func") == [
        "public func insertIntoCast(_ value: Actor, at idx: Int) {",
        "public func removeFromCast(at idx: Int) {",
        "public func insertIntoCast(_ values: [Actor], at indexes: NSIndexSet) {",
        "public func removeFromCast(at indexes: NSIndexSet) {",
        "public func replaceCast(at idx: Int, with value: Actor) {",
        "public func replaceCast(at indexes: NSIndexSet, with values: [Actor]) {",
        "public func addToCast(_ value: Actor) {",
        "public func removeFromCast(_ value: Actor) {",
        "public func addToCast(_ values: NSOrderedSet) {",
        "public func removeFromCast(_ values: NSOrderedSet) {",
      ])
    #expect(
      generated.lines("managed").suffix(10).prefix(6) == [
        "managedInsert(value, at: idx, MovieManagedKeys.cast)",
        "managedRemove(at: idx, MovieManagedKeys.cast)",
        "managedInsert(values, at: indexes, MovieManagedKeys.cast)",
        "managedRemove(at: indexes, MovieManagedKeys.cast)",
        "managedReplace(at: idx, with: value, MovieManagedKeys.cast)",
        "managedReplace(at: indexes, with: values, MovieManagedKeys.cast)",
      ])
  }

  @Test("typed sets say what is in them; by the model they are never nil")
  func typed() {
    let typed = Self.movie("toMany=\"YES\"") { $0.toMany = .typed }
    #expect(typed.lines("public var cast") == ["public var cast: Set<Actor>? {"])
    #expect(typed.lines("public func addToCast(_ values").count == 1)
    #expect(typed.properties.contains("func addToCast(_ values: Set<Actor>)"))
    let present = Self.movie("toMany=\"YES\"") {
      $0.toMany = .typed
      $0.optionality = .model
    }
    #expect(present.lines("public var cast") == ["public var cast: Set<Actor> {"])
    let ordered = Self.movie("toMany=\"YES\" ordered=\"YES\"") { $0.optionality = .model }
    #expect(ordered.lines("public var cast") == ["public var cast: NSOrderedSet {"])
  }

  @Test("a destination without a class of its own is an NSManagedObject")
  func plainDestination() {
    let generated = Generated(
      Generated.entity(
        "Movie",
        """
        <relationship name="one" optional="YES" maxCount="1" destinationEntity="Thing"/>
        <relationship name="many" optional="YES" toMany="YES" destinationEntity="Thing"/>
        """) + "<entity name=\"Thing\"/>")
    #expect(generated.lines("public var one") == ["public var one: NSManagedObject? {"])
    #expect(generated.properties.contains("func addToMany(_ value: NSManagedObject)"))
  }
}
