/**
 * What a change of the pool would bring, and what would help a job: questions that people ask, looked at one after the
 * other on a thread of their own. Knows no store and no routes.
 */
@NullMarked
package org.gleaner.server.whatif;

import org.jspecify.annotations.NullMarked;
