/** Many files as one, made while it is read. Knows nothing of jobs, of who may read them, or of HTTP. */
@NullMarked
package org.gleaner.server.archive;

import org.jspecify.annotations.NullMarked;
