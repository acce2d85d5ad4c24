import Foundation
import OpenCoreData
import Testing

@Suite("Getters and setters of generated classes") struct AccessorTests {
  private let uuid = UUID()

  private func fill(_ reel: Reel) {
    reel.int16 = -7
    reel.int32 = 70_000
    reel.int64 = .max
    reel.double = 0.1
    reel.float = 2.5
    reel.flag = true
    reel.title = "crime"
    reel.date = Date(timeIntervalSinceReferenceDate: 0.25)
    reel.data = Data([1, 2])
    reel.uuid = uuid
    reel.url = URL(string: "https://example.org/a")
    reel.price = Decimal(string: "9.95")
    reel.colour = ["red", "blue"]
  }

  private func check(_ reel: Reel) {
    #expect(reel.int16 == -7 && reel.wide == -7 && reel.int32 == 70_000)
    #expect(reel.int64 == .max && reel.number == .max && reel.count == Int.max)
    #expect(reel.double == 0.1 && reel.float == 2.5 && reel.flag)
    #expect(reel.title == "crime" && reel.text == "crime" && reel.genre == .crime)
    #expect(reel.grade == nil)
    #expect(reel.date == Date(timeIntervalSinceReferenceDate: 0.25))
    #expect(reel.data == Data([1, 2]) && reel.uuid == uuid)
    #expect(reel.url?.absoluteString == "https://example.org/a")
    #expect(reel.price == Decimal(string: "9.95") && reel.colour == ["red", "blue"])
  }

  @Test("whole numbers of all widths, dates as seconds, and values of any type are set and got")
  func otherTypes() throws {
    let stack = try Stack(.xml, reelModel())
    let reel = Reel(context: stack.context)
    reel.byte = 200
    #expect(reel.byte == 200 && reel.int16 == 200)
    reel.bits = .max
    #expect(reel.bits == .max && reel.int64 == -1)
    reel.seconds = 1.5
    #expect(reel.seconds == 1.5 && reel.date == Date(timeIntervalSinceReferenceDate: 1.5))
    reel.object = NSArray(array: ["red"])
    #expect(reel.object == NSArray(array: ["red"]) && reel.anything as? [String] == ["red"])
    reel.anything = nil
    #expect(reel.object == nil && reel.anything == nil)
  }

  @Test(
    "what is set is got, before and after saving, from rows and from slots, by key and by getter",
    arguments: StoreKind.allCases)
  func everyType(_ kind: StoreKind) throws {
    let stack = try Stack(kind, reelModel())
    let reel = Reel(context: stack.context)
    fill(reel)
    check(reel)
    try stack.context.save()
    let context = try stack.reopened()
    let read = try #require(context.fetch(NSFetchRequest<Reel>(entityName: "Reel")).first)
    for _ in 0..<4 { check(read) }
    #expect(read.value(forKey: "int32") as? Int32 == 70_000)
    context.refresh(read, mergeChanges: false)
    check(read)
  }

  @Test("nothing is nil where that is possible, and the type's own nothing elsewhere")
  func absence() throws {
    let stack = try Stack(.inMemory, reelModel())
    let reel = Reel(context: stack.context)
    #expect(reel.int16 == 0 && reel.int64 == 0 && reel.double == 0 && !reel.flag)
    #expect(reel.text == "" && reel.title == nil && reel.number == nil && reel.genre == nil)
    #expect(reel.date == nil && reel.cinema == nil && reel.tags.isEmpty && reel.tagSet?.count == 0)
    reel.title = "x"
    reel.title = nil
    #expect(reel.title == nil && reel.value(forKey: "title") == nil)
  }

  @Test("a number is set in another width than the model's, an enumeration by its raw value")
  func conversions() throws {
    let stack = try Stack(.inMemory, reelModel())
    let reel = Reel(context: stack.context)
    reel.wide = 12
    reel.genre = .drama
    #expect(reel.int16 == 12 && reel.title == "drama")
    reel.grade = .good
    #expect(reel.int16 == 2 && reel.grade == .good)
    reel.title = "western"
    #expect(reel.genre == nil)
  }

  @Test("objects of an entity and of one that inherits from it use the same keys in turn")
  func inheritance() throws {
    let stack = try Stack(.xml, reelModel())
    let reels = (0..<6).map { index in
      let reel = index % 2 == 0 ? Reel(context: stack.context) : LongReel(context: stack.context)
      reel.title = "reel \(index)"
      (reel as? LongReel)?.length = Int64(index)
      return reel
    }
    #expect(reels.map(\.text) == (0..<6).map { "reel \($0)" })
    #expect(reels.compactMap { ($0 as? LongReel)?.length } == [1, 3, 5])
  }

  @Test("one class serves two models whose properties stand in other places")
  func twoModels() throws {
    let stacks = [
      try Stack(.inMemory, reelModel()), try Stack(.binary, reelModel(isReversed: true)),
    ]
    let reels = stacks.map { Reel(context: $0.context) }
    for round in 0..<3 {
      for (index, reel) in reels.enumerated() { reel.title = "\(index) \(round)" }
      #expect(reels.map(\.text) == ["0 \(round)", "1 \(round)"])
    }
  }

  @Test("a setter keeps both sides of a relationship", arguments: StoreKind.allCases)
  func relationships(_ kind: StoreKind) throws {
    let stack = try Stack(kind, reelModel())
    let (reel, cinema) = (Reel(context: stack.context), Cinema(context: stack.context))
    let labels = (0..<4).map { index in
      let label = Label(context: stack.context)
      label.label = "\(index)"
      return label
    }
    reel.cinema = cinema
    #expect(cinema.reels == [reel])
    cinema.reels = []
    #expect(reel.cinema == nil)
    reel.tags = [labels[0], labels[1]]
    reel.addToTags(labels[2])
    reel.removeFromTags(labels[0])
    reel.addToTags(NSSet(array: [labels[3]]))
    reel.removeFromTags(NSSet(array: [labels[1]]))
    #expect(reel.tags == [labels[2], labels[3]])
    #expect(reel.tagSet as? Set<Label> == [labels[2], labels[3]])
    reel.liveTags.add(labels[0])
    #expect(reel.tags.contains(labels[0]) && reel.liveTags.count == 3)
    reel.liveTags.remove(labels[0])
    reel.liveScenes?.add(labels[1])
    #expect(reel.sceneList == [labels[1]])
    try stack.context.save()
    #expect(try stack.reopened().fetch(NSFetchRequest<Reel>(entityName: "Reel"))[0].tags.count == 2)
  }

  @Test("members of ordered relationships are inserted, replaced and removed by their positions")
  func ordered() throws {
    let stack = try Stack(.inMemory, reelModel())
    let reel = Reel(context: stack.context)
    let labels = (0..<6).map { index in
      let label = Label(context: stack.context)
      label.label = "\(index)"
      return label
    }
    func names() -> String { reel.sceneList.map(\.label).joined() }
    reel.sceneList = [labels[0], labels[1]]
    reel.insertIntoScenes(labels[2], at: 1)
    #expect(names() == "021")
    let positions = NSMutableIndexSet(index: 0)
    positions.add(2)
    reel.insertIntoScenes([labels[3], labels[4]], at: positions)
    #expect(names() == "30421")
    reel.replaceScenes(at: 0, with: labels[5])
    #expect(names() == "50421")
    reel.removeFromScenes(at: positions)
    #expect(names() == "021")
    reel.removeFromScenes(at: 0)
    reel.addToScenes(labels[0])
    #expect(names() == "210" && reel.scenes?.count == 3)
    reel.replaceScenes(at: NSIndexSet(index: 2), with: [labels[4]])
    #expect(names() == "214")
  }

  @Test("changes by a setter are noted, undone and observed as those by key are")
  func changes() throws {
    let stack = try Stack(.inMemory, reelModel())
    stack.context.undoManager = UndoManager()
    let reel = Reel(context: stack.context)
    reel.title = "before"
    try stack.context.save()
    reel.title = "after"
    #expect(reel.changedValues().keys.sorted() == ["title"])
    stack.context.undo()
    #expect(reel.title == "before" && !reel.hasChanges)
  }

  @Test("what a deleted record leaves behind is read without a trap")
  func unreachable() throws {
    let stack = try Stack(.binary, reelModel())
    let reel = Reel(context: stack.context)
    fill(reel)
    try stack.context.save()
    let other = stack.anotherContext()
    let lost = try #require(other.fetch(NSFetchRequest<Reel>(entityName: "Reel")).first)
    stack.context.delete(reel)
    try stack.context.save()
    #expect(lost.int64 == 0 && lost.text == "" && lost.title == nil && lost.tags.isEmpty)
    #expect(lost.cinema == nil && lost.genre == nil)
  }
}
