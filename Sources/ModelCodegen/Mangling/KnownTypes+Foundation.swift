// Made from the symbol graph of the module by scripts/known-types.py.
extension KnownTypes {
  /// What the module `Foundation` declares: a kind, then the names that are of it.
  static let foundationNames = """
    class BlockOperation Bundle ByteCountFormatter DateFormatter DateIntervalFormatter
      Dimension EnergyFormatter FileHandle FileManager.DirectoryEnumerator Formatter Host
      ISO8601DateFormatter LengthFormatter MassFormatter NSAffineTransform NSArray
      NSAttributedString NSCache NSCalendar NSCharacterSet NSCoder NSComparisonPredicate
      NSCompoundPredicate NSCondition NSConditionLock NSCountedSet NSData NSDate
      NSDateComponents NSDateInterval NSDecimalNumber NSDecimalNumberHandler NSDictionary
      NSEnumerator NSError NSExpression NSIndexPath NSIndexSet NSKeyedArchiver
      NSKeyedUnarchiver NSLocale NSLock NSMeasurement NSMutableArray NSMutableAttributedString
      NSMutableCharacterSet NSMutableData NSMutableDictionary NSMutableIndexSet
      NSMutableOrderedSet NSMutableSet NSMutableString NSNotification NSNull NSNumber NSObject
      NSOrderedSet NSOrthography NSPersonNameComponents NSPredicate NSRecursiveLock
      NSRegularExpression NSSet NSSortDescriptor NSString NSTextCheckingResult NSTimeZone
      NSURL NSURLComponents NSURLQueryItem NSUUID NSValue NotificationQueue NumberFormatter
      Operation OperationQueue PersonNameComponentsFormatter Pipe Port PortMessage Process
      Progress RunLoop Scanner SocketPort Timer Unit UnitAcceleration UnitAngle UnitArea
      UnitConcentrationMass UnitDispersion UnitDuration UnitElectricCharge UnitElectricCurrent
      UnitElectricPotentialDifference UnitElectricResistance UnitEnergy UnitFrequency
      UnitFuelEfficiency UnitIlluminance UnitInformationStorage UnitLength UnitMass UnitPower
      UnitPressure UnitSpeed UnitTemperature UnitVolume UserDefaults
    struct AffineTransform AlignmentOptions ByteCountFormatter.Units CGFloat CGPoint CGRect
      CGSize CharacterSet FileManager.VolumeEnumerationOptions ISO8601DateFormatter.Options
      IndexSet IndexSet.Index IndexSet.RangeView JSONSerialization.ReadingOptions
      JSONSerialization.WritingOptions Measurement Morphology Morphology.CustomPronoun
      NSAffineTransformStruct NSAttributedString.EnumerationOptions NSAttributedString.Key
      NSBinarySearchingOptions NSCalendar.Identifier NSCalendar.Options NSCalendar.Unit
      NSComparisonPredicate.Options NSEdgeInsets NSEnumerationOptions NSExceptionName
      NSLocale.Key NSNotification.Name NSRegularExpression.MatchingFlags
      NSRegularExpression.MatchingOptions NSRegularExpression.Options NSSortOptions
      NSString.EncodingConversionOptions NSString.EnumerationOptions NSTextCheckingKey
      NSTextCheckingResult.CheckingType NSZone Notification
      NotificationQueue.NotificationCoalescing ObjCBool PersonNameComponents
      PersonNameComponentsFormatter.Options Progress.FileOperationKind ProgressKind
      ProgressUserInfoKey PropertyListSerialization.MutabilityOptions RunLoop.Mode
      StringTransform URLError URLFileResourceType URLResourceKey URLResourceValues _NSRange
    enum ByteCountFormatter.CountStyle CGRectEdge DateFormatter.Style
      DateIntervalFormatter.Style EnergyFormatter.Unit Formatter.Context Formatter.UnitStyle
      InflectionRule LengthFormatter.Unit MassFormatter.Unit Morphology.GrammaticalGender
      Morphology.GrammaticalNumber Morphology.PartOfSpeech NSCoder.DecodingFailurePolicy
      NSComparisonPredicate.Modifier NSComparisonPredicate.Operator
      NSCompoundPredicate.LogicalType NSExpression.ExpressionType NSRectEdge
      NotificationQueue.PostingStyle NumberFormatter.PadPosition NumberFormatter.RoundingMode
      NumberFormatter.Style Operation.QueuePriority PersonNameComponentsFormatter.Style
      Process.TerminationReason QualityOfService Scanner.NumberRepresentation URLError.Code
    protocol CustomNSError NSCacheDelegate NSCoding NSCopying NSDecimalNumberBehaviors
      NSKeyedArchiverDelegate NSKeyedUnarchiverDelegate NSLocking NSMutableCopying
      NSObjectProtocol NSSecureCoding PortDelegate ProgressReporting RecoverableError
      ReferenceConvertible
    """
}
