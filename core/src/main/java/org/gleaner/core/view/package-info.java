/**
 * Answers questions: what there is, what is believed, and why something does not run. It has no state of its own and
 * changes none.
 */
@NullMarked
package org.gleaner.core.view;

import org.jspecify.annotations.NullMarked;
