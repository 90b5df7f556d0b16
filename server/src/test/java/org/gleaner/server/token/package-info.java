/** Who may call, as it is looked up. */
@NullMarked
package org.gleaner.server.token;

import org.jspecify.annotations.NullMarked;
