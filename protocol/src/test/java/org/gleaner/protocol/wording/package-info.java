/** Every fact has its words, and no text names a command. */
@NullMarked
package org.gleaner.protocol.wording;

import org.jspecify.annotations.NullMarked;
