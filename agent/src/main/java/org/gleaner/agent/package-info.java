/**
 * The agent: measures its machine, starts and watches processes, reports outcomes. Knows nothing of the server but
 * what it says through {@code protocol}.
 */
@NullMarked
package org.gleaner.agent;

import org.jspecify.annotations.NullMarked;
