/** The entry point of Java programs that use a pool of machines. */
@NullMarked
package org.gleaner.client;

import org.jspecify.annotations.NullMarked;
