/** HTTP around the routes: matching, authentication, limits, bodies, problems; knows no command and no reply of the grid. */
@NullMarked
package org.gleaner.server.http;

import org.jspecify.annotations.NullMarked;
