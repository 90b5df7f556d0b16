/**
 * The frame: commands in, events and replies out; the only package that changes the grid's state, as it alone has the
 * writers of its parts. It decides what nodes say and what follows from changes and time. It must not know how what is
 * durable is kept.
 */
@NullMarked
package org.gleaner.core.step;

import org.jspecify.annotations.NullMarked;
