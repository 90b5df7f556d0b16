/** What every store must keep to, and the events to try it with. Shared with the stores of other modules. */
@NullMarked
package org.gleaner.core.store;

import org.jspecify.annotations.NullMarked;
