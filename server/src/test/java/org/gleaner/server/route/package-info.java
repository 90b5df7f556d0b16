/** Rules of routes that need no server to be tried. */
@NullMarked
package org.gleaner.server.route;

import org.jspecify.annotations.NullMarked;
