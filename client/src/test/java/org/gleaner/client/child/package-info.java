/** Tests of what runs on a node. */
@NullMarked
package org.gleaner.client.child;

import org.jspecify.annotations.NullMarked;
