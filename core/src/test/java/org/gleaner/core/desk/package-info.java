/** What the desk makes of commands, with a real grid behind it. */
@NullMarked
package org.gleaner.core.desk;

import org.jspecify.annotations.NullMarked;
