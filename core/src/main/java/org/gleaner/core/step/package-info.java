/**
 * The state machine: commands in, events and replies out; the only package that changes the grid's state. It must not
 * know how what is durable is kept.
 */
@NullMarked
package org.gleaner.core.step;

import org.jspecify.annotations.NullMarked;
