/**
 * The server: one loop that owns the grid, the routes that feed it, and the stores behind it. Knows nothing of
 * agents but what they say through {@code protocol}.
 */
@NullMarked
package org.gleaner.server;

import org.jspecify.annotations.NullMarked;
