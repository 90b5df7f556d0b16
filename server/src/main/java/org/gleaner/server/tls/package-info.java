/** The server's own certificate authority and the certificate it serves with. Knows nothing of HTTP. */
@NullMarked
package org.gleaner.server.tls;

import org.jspecify.annotations.NullMarked;
