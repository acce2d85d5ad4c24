import Foundation
import OpenCoreData
import Testing

@Suite("Key paths of managed objects") struct ManagedKeyPathTests {
  @Test(
    "a key path has the name of the property that its getter reads, chains of to-one relationships included"
  )
  func names() {
    let paths: [(AnyKeyPath, String?)] = [
      (\Reel.title, "title"), (\Reel.int16, "int16"), (\Reel.date, "date"),
      (\Reel.colour, "colour"), (\Reel.cinema, "cinema"), (\Reel.tags, "tags"),
      (\Reel.scenes, "scenes"), (\Reel.genre, "title"), (\Reel.shortTitle, "title"),
      (\Reel.cinema?.label, "cinema.name"), (\Reel.cinema?.owner?.label, "cinema.owner.name"),
      (\Label.label, "name"), (\LongReel.title, "title"), (\LongReel.length, "length"),
      (\Reel.headline, nil), (\Reel.liveTags, "tags"), (\Reel.liveScenes, "scenes"),
      (\Reel.hasChanges, nil),
    ]
    for (path, name) in paths {
      #expect((type(of: path).rootType as? NSManagedObject.Type)?.key(for: path) == name)
    }
  }

  @Test("a class may tell the names itself")
  func table() {
    final class Told: NSManagedObject {
      var plain = 0
      override class func managedName(of keyPath: AnyKeyPath) -> String? {
        keyPath == \Told.plain ? "stored" : super.managedName(of: keyPath)
      }
    }
    #expect(Told.key(for: \Told.plain) == "stored")
  }

  @Test("requests by key paths find and sort in every store", arguments: StoreKind.allCases)
  func requests(_ kind: StoreKind) throws {
    let stack = try Stack(kind, reelModel())
    for index in 0..<6 {
      let reel = index % 2 == 0 ? Reel(context: stack.context) : LongReel(context: stack.context)
      reel.title = "reel \(5 - index)"
      reel.int16 = Int16(index)
      let cinema = Cinema(context: stack.context)
      cinema.label = "cinema \(index % 3)"
      reel.cinema = cinema
    }
    try stack.context.save()
    let request = NSFetchRequest<Reel>(entityName: "Reel")
    request.sortDescriptors = [
      NSSortDescriptor(keyPath: \Reel.cinema?.label, ascending: false),
      NSSortDescriptor(SortDescriptor(\Reel.title)),
    ]
    request.predicate = NSPredicate(#Predicate<Reel> { $0.int16 > 1 && $0.int16 != 4 })
    let found = try stack.context.fetch(request)
    #expect(found.map(\.int16) == [5, 2, 3])
    #expect(found.map(\.text) == ["reel 0", "reel 3", "reel 2"])
  }
}
