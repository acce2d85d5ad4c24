// Made from the symbol graph of the module by scripts/known-types.py.
extension KnownTypes {
  /// What the module `Swift` declares: a kind, then the names that are of it.
  static let swiftNames = """
    class AnyKeyPath KeyPath PartialKeyPath ReferenceWritableKeyPath WritableKeyPath
    struct AnyHashable Array ArraySlice Bool CVaListPointer Character ClosedRange
      CodingUserInfoKey CollectionOfOne ContiguousArray DecodingError.Context Dictionary
      DiscontiguousSlice Double Double.SIMD16Storage Double.SIMD2Storage Double.SIMD32Storage
      Double.SIMD4Storage Double.SIMD64Storage Double.SIMD8Storage Duration EmptyCollection
      EncodingError.Context Float Float.SIMD16Storage Float.SIMD2Storage Float.SIMD32Storage
      Float.SIMD4Storage Float.SIMD64Storage Float.SIMD8Storage Float16 Float16.SIMD16Storage
      Float16.SIMD2Storage Float16.SIMD32Storage Float16.SIMD4Storage Float16.SIMD64Storage
      Float16.SIMD8Storage Float80 Hasher InlineArray Int Int.SIMD16Storage Int.SIMD2Storage
      Int.SIMD32Storage Int.SIMD4Storage Int.SIMD64Storage Int.SIMD8Storage Int.Words Int128
      Int16 Int16.SIMD16Storage Int16.SIMD2Storage Int16.SIMD32Storage Int16.SIMD4Storage
      Int16.SIMD64Storage Int16.SIMD8Storage Int16.Words Int32 Int32.SIMD16Storage
      Int32.SIMD2Storage Int32.SIMD32Storage Int32.SIMD4Storage Int32.SIMD64Storage
      Int32.SIMD8Storage Int32.Words Int64 Int64.SIMD16Storage Int64.SIMD2Storage
      Int64.SIMD32Storage Int64.SIMD4Storage Int64.SIMD64Storage Int64.SIMD8Storage
      Int64.Words Int8 Int8.SIMD16Storage Int8.SIMD2Storage Int8.SIMD32Storage
      Int8.SIMD4Storage Int8.SIMD64Storage Int8.SIMD8Storage Int8.Words KeyValuePairs
      MutableRawSpan MutableSpan ObjectIdentifier OutputRawSpan OutputSpan PartialRangeFrom
      PartialRangeThrough PartialRangeUpTo Range RangeSet RawSpan Repeated ReversedCollection
      Set Slice Span StaticBigInt StaticString StrideThrough StrideTo String String.Index
      String.UTF16View String.UTF8View String.UnicodeScalarView Substring Substring.UTF16View
      Substring.UTF8View Substring.UnicodeScalarView UInt UInt.SIMD16Storage UInt.SIMD2Storage
      UInt.SIMD32Storage UInt.SIMD4Storage UInt.SIMD64Storage UInt.SIMD8Storage UInt.Words
      UInt128 UInt128.Words UInt16 UInt16.SIMD16Storage UInt16.SIMD2Storage
      UInt16.SIMD32Storage UInt16.SIMD4Storage UInt16.SIMD64Storage UInt16.SIMD8Storage
      UInt16.Words UInt32 UInt32.SIMD16Storage UInt32.SIMD2Storage UInt32.SIMD32Storage
      UInt32.SIMD4Storage UInt32.SIMD64Storage UInt32.SIMD8Storage UInt32.Words UInt64
      UInt64.SIMD16Storage UInt64.SIMD2Storage UInt64.SIMD32Storage UInt64.SIMD4Storage
      UInt64.SIMD64Storage UInt64.SIMD8Storage UInt64.Words UInt8 UInt8.SIMD16Storage
      UInt8.SIMD2Storage UInt8.SIMD32Storage UInt8.SIMD4Storage UInt8.SIMD64Storage
      UInt8.SIMD8Storage UInt8.Words UTF8Span Unmanaged UnsafeBufferPointer
      UnsafeMutableBufferPointer UnsafeMutablePointer UnsafeMutableRawBufferPointer
      UnsafeMutableRawPointer UnsafePointer UnsafeRawBufferPointer UnsafeRawPointer
    enum CommandLine DecodingError EncodingError FloatingPointClassification
      FloatingPointRoundingRule FloatingPointSign MemoryLayout Never Optional Result
      UnboundedRange_ Unicode UnicodeDecodingResult
    protocol AdditiveArithmetic BidirectionalCollection BinaryFloatingPoint BinaryInteger
      BitwiseCopyable CVarArg CaseIterable CodingKey CodingKeyRepresentable Collection
      Comparable Copyable Decodable Decoder DurationProtocol Encodable Encoder Equatable Error
      Escapable FixedWidthInteger FloatingPoint Hashable Identifiable InstantProtocol
      IteratorProtocol MutableCollection Numeric OptionSet RandomAccessCollection
      RangeExpression RangeReplaceableCollection RawRepresentable Sendable SendableMetatype
      SetAlgebra SignedInteger SignedNumeric Strideable StringInterpolationProtocol
      StringProtocol UnicodeCodec UnsafeSendable UnsignedInteger
    """
}
