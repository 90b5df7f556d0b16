/** The thread that owns the grid: takes commands from a bounded queue, runs them in batches, hands the replies on. */
@NullMarked
package org.gleaner.server.loop;

import org.jspecify.annotations.NullMarked;
