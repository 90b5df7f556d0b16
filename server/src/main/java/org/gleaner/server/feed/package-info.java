/**
 * The change feed: who follows the pool, and what each is told of every image that the loop publishes. It asks nobody:
 * images come to it, and whoever can't keep up is let go. Knows no store and no routes.
 */
@NullMarked
package org.gleaner.server.feed;

import org.jspecify.annotations.NullMarked;
