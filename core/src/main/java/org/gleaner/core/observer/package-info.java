/** What is believed about nodes and types from what was observed: values and formulas, no state of their own. */
@NullMarked
package org.gleaner.core.observer;

import org.jspecify.annotations.NullMarked;
