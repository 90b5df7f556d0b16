/**
 * What travels between the programs: the records of {@code core} as JSON over HTTP, problem types, and the small
 * client. Knows nothing of stores, processes or schedulers.
 */
@NullMarked
package org.gleaner.protocol;

import org.jspecify.annotations.NullMarked;
