/** Where the server writes what it does, and in which form. */
@NullMarked
package org.gleaner.server.log;

import org.jspecify.annotations.NullMarked;
