import OpenCoreData

public class Movie: NSManagedObject {
  public enum Rating: Int16 { case good, bad }
  struct Frame { struct Size {} }
  @NSManaged public var text: String
  @NSManaged public var optionalText: String?
  @NSManaged public var forcedText: String!
  @NSManaged public var nsText: NSString?
  @NSManaged public var flag: Bool
  @NSManaged public var int: Int
  @NSManaged public var int8: Int8
  @NSManaged public var int16: Int16
  @NSManaged public var int32: Int32
  @NSManaged public var int64: Int64
  @NSManaged public var optionalInt64: Int64?
  @NSManaged public var unsigned: UInt
  @NSManaged public var unsigned64: UInt64
  @NSManaged public var double: Double
  @NSManaged public var float: Float
  @NSManaged public var optionalDouble: Optional<Double>
  @NSManaged public var seconds: TimeInterval
  @NSManaged public var character: Character
  @NSManaged public var number: NSNumber?
  @NSManaged public var decimal: Decimal
  @NSManaged public var nsDecimal: NSDecimalNumber?
  @NSManaged public var date: Date
  @NSManaged public var optionalDate: Date?
  @NSManaged public var nsDate: NSDate?
  @NSManaged public var data: Data?
  @NSManaged public var nsData: NSData?
  @NSManaged public var uuid: UUID?
  @NSManaged public var nsUUID: NSUUID?
  @NSManaged public var url: URL?
  @NSManaged public var nsURL: NSURL?
  @NSManaged public var movie: Movie
  @NSManaged public var sequel: Movie?
  @NSManaged public var movies: Set<Movie>
  @NSManaged public var optionalMovies: Set<Movie>?
  @NSManaged public var nsMovies: NSSet?
  @NSManaged public var orderedMovies: NSOrderedSet?
  @NSManaged public var mutableMovies: NSMutableSet
  @NSManaged public var mutableOrderedMovies: NSMutableOrderedSet
  @NSManaged public var texts: [String]
  @NSManaged public var optionalTexts: Array<String>?
  @NSManaged public var pairs: [String: Any]?
  @NSManaged public var moviesByName: [String: Movie]
  @NSManaged public var nested: [String: [Set<Date>]]
  @NSManaged public var rating: Rating
  @NSManaged public var optionalRating: Rating?
  @NSManaged public var fullRating: Movie.Rating?
  @NSManaged var frame: Frame
  @NSManaged var size: Frame.Size?
  @NSManaged var alias: Money?
  @NSManaged var aliasOfAlias: Wages?
  @NSManaged var object: NSObject?
  @NSManaged var any: Any?
  @NSManaged var anyObject: AnyObject?
  @NSManaged var coding: (any NSCoding)?
  @NSManaged var codable: (any Codable)?
  @NSManaged var codings: [any NSCoding]
  @NSManaged var both: (any NSCoding & NSCopying)?
  @NSManaged var own: (any Playable)?
  @NSManaged var ownBoth: any Playable & Showable
  @NSManaged var image: Picture?
  @NSManaged var point: CGPoint
  @NSManaged var range: NSRange
  @NSManaged var closedRange: ClosedRange<Int>
  @NSManaged var doubles: Range<Double>?
  @NSManaged var length: Measurement<UnitLength>?
  @NSManaged var locale: Locale
  @NSManaged var zone: TimeZone?
  @NSManaged var calendar: Calendar?
  @NSManaged var component: Calendar.Component
  @NSManaged var style: Date.FormatStyle?
  @NSManaged var name: Notification.Name
  @NSManaged var indexes: IndexSet
  @NSManaged var letters: CharacterSet?
  @NSManaged var result: Result<String, Never>
  @NSManaged var hashable: AnyHashable?
  @NSManaged var hashables: [AnyHashable: Any]
  @NSManaged var twice: String??
  @NSManaged var components: DateComponents
  @NSManaged var attributed: NSAttributedString?
  @NSManaged var attributedText: AttributedString?
  @NSManaged var dictionary: NSDictionary?
  @NSManaged var array: NSArray?
  @NSManaged var path: IndexPath
  @NSManaged var foreign: Swift.String
  @NSManaged var qualified: Foundation.Date?
  @NSManaged var me: Symbols.Movie?
  @NSManaged var Movie: Movie?
  @NSManaged var Symbols: [Movie]
  @NSManaged var héros: String
  @NSManaged var 映画: Movie?
  @NSManaged var `class`: String
  @NSManaged var `default`: Set<Rating>
  @NSManaged var a, b, c: Int32, d: Movie?
  @NSManaged var optionalMovieDateOptionalMovie: [Movie: Date]?
  @NSManaged var textTEXTText_text_TextURLText: URL
  @NSManaged var x1Y2Z3X1Y2Z3: [UUID: UUID]
  @NSManaged var manyOptionals: [Movie?]
  @NSManaged var combined: [Movie: [Movie: [Rating: [Rating: Set<Set<Movie>>]]]]
  @NSManaged var standard: [String: [String: [Int: [Int: [Int: Int]]]]]
  @NSManaged var inferno: FoundationFilm.InnerFilm
  @NSManaged var void: [Void]
}

typealias Money = Decimal
typealias Wages = [Money]
protocol Playable {}
protocol Showable {}
enum FoundationFilm { class InnerFilm {} }
