/**
 * What is said to the grid and by it: commands, questions, events, replies, refusals, settings, and what of it all is
 * durable, with the port through which it is kept. Values only; it must not know who decides or how anything is kept.
 */
@NullMarked
package org.gleaner.core.grid;

import org.jspecify.annotations.NullMarked;
