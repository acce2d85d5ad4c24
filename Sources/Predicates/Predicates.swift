// What programs import. Foundation on Linux has classes of these names too, without function; a file that
// imports both would find the names ambiguous. A name that is re-exported by itself comes before one that is
// imported along with its module, so the classes are named one by one here, and live in a module of their own
// because no module can re-export itself.
@_exported public import Foundation
@_exported public import PredicateLogic
@_exported public import class PredicateLogic.NSComparisonPredicate
@_exported public import class PredicateLogic.NSCompoundPredicate
@_exported public import class PredicateLogic.NSExpression
@_exported public import class PredicateLogic.NSPredicate
@_exported public import class PredicateLogic.NSSortDescriptor
