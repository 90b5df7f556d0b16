/** Tells addresses that owners named when their jobs end. Knows nothing of routes; what it may call, the core decides. */
@NullMarked
package org.gleaner.server.webhook;

import org.jspecify.annotations.NullMarked;
