/**
 * The nodes: what each is, holds and was given, which demands fit which kind of them, whose calls are held open, and
 * who may join. Read by everybody, changed by its writer alone; it must not know jobs.
 */
@NullMarked
package org.gleaner.core.pool;

import org.jspecify.annotations.NullMarked;
