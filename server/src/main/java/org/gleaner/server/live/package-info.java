/** What is known only while somebody looks: the last that running attempts printed. Knows no HTTP and no store. */
@NullMarked
package org.gleaner.server.live;

import org.jspecify.annotations.NullMarked;
