/** From the words of one command to its exit code; which verbs there are, each program says itself. */
@NullMarked
package org.gleaner.terminal.verb;

import org.jspecify.annotations.NullMarked;
