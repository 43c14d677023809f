#ifndef TEST_SURROUNDINGS_H
#define TEST_SURROUNDINGS_H

/// The folder for caches that the tests and what they start use, instead of the user's.
const char *test_cache_home(void);

#endif
