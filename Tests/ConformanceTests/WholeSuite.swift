#if Command
import Testing

/// Runs of the whole suite in processes of their own, one after the other: each keeps every core busy by itself.
@Suite("The whole suite", .serialized)
enum WholeSuite {}
#endif
