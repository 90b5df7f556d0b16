/** Tests of the fuzzers. */
@NullMarked
package org.gleaner.cli.fuzz;

import org.jspecify.annotations.NullMarked;
