/** What people read and type. */
@NullMarked
package org.gleaner.terminal.console;

import org.jspecify.annotations.NullMarked;
