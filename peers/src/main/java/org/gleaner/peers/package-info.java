/**
 * Other systems, each in its best form for work that does nothing, behind one small protocol. They never meet our own
 * modules: not in a class path, not in a jar.
 */
@NullMarked
package org.gleaner.peers;

import org.jspecify.annotations.NullMarked;
