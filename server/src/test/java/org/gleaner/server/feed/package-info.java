/** Tests of the change feed without a network. */
@NullMarked
package org.gleaner.server.feed;

import org.jspecify.annotations.NullMarked;
