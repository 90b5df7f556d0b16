/** Which work a node gets: strategies over a small read-only view, never over single tasks. */
@NullMarked
package org.gleaner.core.scheduling;

import org.jspecify.annotations.NullMarked;
