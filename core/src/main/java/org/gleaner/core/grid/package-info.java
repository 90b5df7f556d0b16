/** The state machine: commands in, events and replies out; the only package that changes the grid's state. */
@NullMarked
package org.gleaner.core.grid;

import org.jspecify.annotations.NullMarked;
