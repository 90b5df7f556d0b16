/** The benchmarks behind {@code gleaner bench}: what the program costs, measured on the real thing, with bars to keep. */
@NullMarked
package org.gleaner.cli.bench;

import org.jspecify.annotations.NullMarked;
