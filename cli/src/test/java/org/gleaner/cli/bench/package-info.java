/** Tests of what the benchmarks compute and print. */
@NullMarked
package org.gleaner.cli.bench;

import org.jspecify.annotations.NullMarked;
