/// Returns a condition that hardly ever holds, so that the compiler moves what follows from it out of the way.
///
/// A lookup runs through more code than the processor's first cache holds. What is rare must not lie between what is not.
@inlinable @inline(__always) package func unlikely(_ condition: Bool) -> Bool { _slowPath(condition) }
