/** Who may call: tokens by their hash, and the files in which the first ones are handed over. */
@NullMarked
package org.gleaner.server.token;

import org.jspecify.annotations.NullMarked;
