/** Why the client could not do what it was asked; knows nothing of who is told, nor how. */
@NullMarked
package org.gleaner.client.failure;

import org.jspecify.annotations.NullMarked;
