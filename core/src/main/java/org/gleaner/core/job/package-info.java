/** What a user describes and where its tasks stand; knows nothing of nodes. */
@NullMarked
package org.gleaner.core.job;

import org.jspecify.annotations.NullMarked;
