/**
 * Tables behind the grid's port to durable storage: what every event does to them, how the grid is built from them and
 * what they tell of the past. The grid knows nothing of this.
 */
@NullMarked
package org.gleaner.core.store;

import org.jspecify.annotations.NullMarked;
