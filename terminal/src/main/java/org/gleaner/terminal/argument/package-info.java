/** The words behind {@code gleaner}: declared per verb, parsed, explained; by hand, because every start counts. */
@NullMarked
package org.gleaner.terminal.argument;

import org.jspecify.annotations.NullMarked;
