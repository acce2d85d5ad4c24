import OpenCoreData

class Picture: NSObject {}

public class Clip: Movie {
  @NSManaged public var clip: Clip?
  @NSManaged public var inherited: Rating
  @NSManaged public private(set) var once: String
  @NSManaged private var hidden: String
  @NSManaged fileprivate var hiddenURL: URL?
  @NSManaged private var clipPrivateMovie: Movie?
  @NSManaged private func addToHidden(_ value: Clip)

  /// Whether what this file only sees keeps what it is set to.
  func triesHidden(with movie: Movie) -> Bool {
    once = "a"
    hidden = "b"
    hiddenURL = URL(fileURLWithPath: "/c")
    clipPrivateMovie = movie
    movie.setFileOnly()
    return once == "a" && hidden == "b" && hiddenURL?.path == "/c" && clipPrivateMovie === movie
      && movie.useFileOnly() == 1
  }
}

extension Movie {
  @NSManaged public var later: Date?
  @NSManaged public var laterRating: Rating?
}

fileprivate extension Movie {
  @NSManaged var fileOnly: Int
}

enum Outer {
  class Inner: NSManagedObject {
    struct Deep {}
    @NSManaged var inner: Inner?
    @NSManaged var deep: Deep
    @NSManaged var deeps: Set<Clip>?
  }
}

extension Outer.Inner {
  @NSManaged var moreDeep: [Deep]
  @NSManaged func addToDeeps(_ value: Clip)
}

extension Clip {
  struct Part {}
  @NSManaged var part: Part?
  @NSManaged var parts: [Clip.Part: Movie.Rating]
}

extension Clip.Part: Hashable {}

extension URL {
  enum Scheme { case file, other }
}

extension Clip {
  @NSManaged var scheme: URL.Scheme?
  @NSManaged var schemes: [URL.Scheme]
}

/// Uses some, so that the compiler asks for symbols of its own, if it does.
func use(_ clip: Clip) {
  clip.text += "!"
  clip.movies.insert(clip)
  clip.hiddenURL = nil
  clip.point.x += 1
  clip.rating = .good
}

struct Pair<First, Second> {}

extension Clip {
  @NSManaged var pair: Pair<any Playable, any Showable>?
  @NSManaged var samePair: Pair<any Playable, any Playable>
  @NSManaged var protocolPair: Pair<any Playable & Showable, any Playable>
  @NSManaged var codablePair: Pair<any Codable, any Codable & Playable>
  @NSManaged var codingPair: Pair<any NSCoding & NSCopying, [any NSCopying]>
  @NSManaged var optionalPair: Pair<Movie?, Movie?>
  @NSManaged var pairOfPairs: Pair<Pair<Clip, Clip>, Pair<Clip, Clip>>
  @NSManaged var longPair:
    Pair<Pair<NSArray, NSDate>, Pair<NSURL, Pair<NSNumber, Pair<NSString, NSUUID>>>>
  @NSManaged var longerPair:
    Pair<
      Pair<Bundle, Pair<Host, Pair<Pipe, Pair<Port, Pair<Scanner, Timer>>>>>,
      Pair<Unit, Pair<Unit, Pair<Timer, Pair<Timer, Pair<Scanner, Port>>>>>
    >
  @NSManaged package var packaged: [Substring: Character]
}

extension Movie {
  fileprivate func useFileOnly() -> Int { fileOnly }
  fileprivate func setFileOnly() { fileOnly = 1 }
}

func use(_ movie: Movie, _ inner: Outer.Inner, _ clip: Clip) -> Int {
  movie.setFileOnly()
  inner.addToDeeps(clip)
  return movie.useFileOnly()
}
