@NullMarked
package org.gleaner.core.estimate;

import org.jspecify.annotations.NullMarked;
