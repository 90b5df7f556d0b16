/** What nodes and the server say to each other, free of HTTP and JSON. */
@NullMarked
package org.gleaner.core.message;

import org.jspecify.annotations.NullMarked;
