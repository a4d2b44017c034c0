/* boards.h - the same test on every recorded board, by the name of its folder. */
#ifndef BOARDS_H
#define BOARDS_H

#include "unit.h"

/* Run the test on each folder of fixtures/ that holds `file`; the name of the folder is its state.
 * Returns as main() does. */
int boards_run(const char *group, const char *file, CMUnitTestFunction test);

#endif
