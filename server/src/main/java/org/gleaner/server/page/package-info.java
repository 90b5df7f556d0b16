/** The page as browsers fetch it: files, below the hash of all of them. Knows nothing of HTTP, nor what they show. */
@NullMarked
package org.gleaner.server.page;

import org.jspecify.annotations.NullMarked;
