@NullMarked
package org.gleaner.server.webhook;

import org.jspecify.annotations.NullMarked;
