/** A job from being handed in to its results: submitted, chosen, watched, fetched. */
@NullMarked
package org.gleaner.client.job;

import org.jspecify.annotations.NullMarked;
