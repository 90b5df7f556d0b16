/** Tests of the fuzzers. */
@NullMarked
package org.gleaner.lab.fuzz;

import org.jspecify.annotations.NullMarked;
