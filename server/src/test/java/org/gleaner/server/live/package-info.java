/** Tests of what is known only while somebody looks. */
@NullMarked
package org.gleaner.server.live;

import org.jspecify.annotations.NullMarked;
