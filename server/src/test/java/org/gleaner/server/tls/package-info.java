@NullMarked
package org.gleaner.server.tls;

import org.jspecify.annotations.NullMarked;
