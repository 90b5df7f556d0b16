/** What nodes say about themselves. */
@NullMarked
package org.gleaner.core.node;

import org.jspecify.annotations.NullMarked;
