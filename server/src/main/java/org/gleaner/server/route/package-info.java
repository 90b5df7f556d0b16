/** What each call means: reads its content, asks the loop or the store, writes the answer. */
@NullMarked
package org.gleaner.server.route;

import org.jspecify.annotations.NullMarked;
