/** HTTP around the routes: matching, authentication, limits, bodies, problems. Knows nothing of commands. */
@NullMarked
package org.gleaner.server.http;

import org.jspecify.annotations.NullMarked;
