/** Tells addresses that owners named when their jobs end. What it may call, the core decides. */
@NullMarked
package org.gleaner.server.webhook;

import org.jspecify.annotations.NullMarked;
