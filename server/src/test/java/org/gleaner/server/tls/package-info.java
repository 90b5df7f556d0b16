/** Keys and certificates, without a network. */
@NullMarked
package org.gleaner.server.tls;

import org.jspecify.annotations.NullMarked;
