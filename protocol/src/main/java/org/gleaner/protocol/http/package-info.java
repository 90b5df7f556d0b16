/**
 * The small blocking client that the command line and the agents use, on {@code HttpURLConnection} because a short
 * program with it starts five times as fast as with {@code java.net.http}.
 */
@NullMarked
package org.gleaner.protocol.http;

import org.jspecify.annotations.NullMarked;
