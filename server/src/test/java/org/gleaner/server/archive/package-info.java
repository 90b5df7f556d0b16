/** Archives as other programs read them. */
@NullMarked
package org.gleaner.server.archive;

import org.jspecify.annotations.NullMarked;
