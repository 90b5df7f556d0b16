/** Tests of where the server writes. */
@NullMarked
package org.gleaner.server.log;

import org.jspecify.annotations.NullMarked;
