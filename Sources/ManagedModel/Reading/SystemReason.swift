import Foundation

/// Why the system refused to do something with a file, in its own words: `Permission denied`.
///
/// Foundation says the same in a sentence that begins with something else.
package func systemReason(of error: any Error) -> String {
  let error = error as NSError
  let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
  guard cause.domain == NSPOSIXErrorDomain, let text = unsafe strerror(Int32(clamping: cause.code))
  else { return error.localizedDescription }
  return unsafe String(cString: text)
}
