/**
 * The nodes: what each is, holds and was given and which demands fit which kind of them.
 * Read by everybody, changed by its writer alone; it must not know jobs or who decides.
 */
@NullMarked
package org.gleaner.core.pool;

import org.jspecify.annotations.NullMarked;
