/**
 * The fuzzers behind {@code gleaner fuzz}: damaged requests, files and command lines, each drawn from a seed. Knows the
 * program from outside: what it is allowed to answer, not how it comes to the answer.
 */
@NullMarked
package org.gleaner.lab.fuzz;

import org.jspecify.annotations.NullMarked;
