/** Tests of what the benchmarks compute and print. */
@NullMarked
package org.gleaner.lab.bench;

import org.jspecify.annotations.NullMarked;
