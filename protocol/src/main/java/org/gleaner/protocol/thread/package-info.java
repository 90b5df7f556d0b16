/** Threads that agent and server rely on and that must not end unseen. Knows nothing of messages or HTTP. */
@NullMarked
package org.gleaner.protocol.thread;

import org.jspecify.annotations.NullMarked;
