// The mark by which callgrind tells what is counted from what stands before and after it.
#ifndef QUARRY_BUDGETS_H
#define QUARRY_BUDGETS_H

// Does nothing. callgrind writes its counts and starts again from zero when it is called (--dump-before).
void quarry_budgets_mark(void);

#endif
