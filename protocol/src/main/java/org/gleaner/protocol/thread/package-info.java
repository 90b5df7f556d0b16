/**
 * What agent and server rely on as processes: threads that must not end unseen, a file that only one of them
 * holds. Knows nothing of messages or HTTP.
 */
@NullMarked
package org.gleaner.protocol.thread;

import org.jspecify.annotations.NullMarked;
