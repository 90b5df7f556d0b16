@NullMarked
package org.gleaner.terminal.argument;

import org.jspecify.annotations.NullMarked;
