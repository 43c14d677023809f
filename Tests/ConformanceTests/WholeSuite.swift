#if Command
import Testing

/// Runs of the whole suite in processes of their own. `make test` runs two at a time: half of the time a run waits for
/// clocks, locks and servers.
@Suite("The whole suite")
enum WholeSuite {}
#endif
