#ifndef QUARRY_BENCHMARKS_PROCESSORS_H
#define QUARRY_BENCHMARKS_PROCESSORS_H

/// Lets all threads of the process run on one of the processors that it was started with. Does nothing except on Linux.
///
/// - number: which of them, counted from 0; beyond the last, the count begins again.
void benchmarks_use_processor(unsigned number);

/// Lets all threads of the process run on all processors that it was started with.
void benchmarks_use_all_processors(void);

#endif
