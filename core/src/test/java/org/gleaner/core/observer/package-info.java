@NullMarked
package org.gleaner.core.observer;

import org.jspecify.annotations.NullMarked;
