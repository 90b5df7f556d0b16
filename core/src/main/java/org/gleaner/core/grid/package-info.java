/**
 * The state machine: commands in, events and replies out; the only package that changes the grid's state. It says what
 * of that is durable, and through which port; it must not know how that is kept.
 */
@NullMarked
package org.gleaner.core.grid;

import org.jspecify.annotations.NullMarked;
