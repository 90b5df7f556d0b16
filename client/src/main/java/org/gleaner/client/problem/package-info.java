/**
 * Problems that split themselves, as programs see them: what makes units and merges results, what computes one, and
 * what is known about a submitted problem. Travels with the code of problems, so it knows only the JDK.
 */
@NullMarked
package org.gleaner.client.problem;

import org.jspecify.annotations.NullMarked;
