/** Blobs on a real disk, and on one that is full. */
@NullMarked
package org.gleaner.server.blob;

import org.jspecify.annotations.NullMarked;
