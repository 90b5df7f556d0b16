/** What a command knows of the place it runs in, and how it speaks to people and scripts. */
@NullMarked
package org.gleaner.terminal.console;

import org.jspecify.annotations.NullMarked;
