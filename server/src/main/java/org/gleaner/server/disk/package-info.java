/** Files and directories of the server that are nobody else's business. Knows nothing of what is in them. */
@NullMarked
package org.gleaner.server.disk;

import org.jspecify.annotations.NullMarked;
