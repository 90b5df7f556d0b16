/** The benchmarks behind {@code gleaner bench}: what the program costs, on the real thing, with bars to keep. */
@NullMarked
package org.gleaner.lab.bench;

import org.jspecify.annotations.NullMarked;
