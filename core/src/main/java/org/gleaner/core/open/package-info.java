/**
 * Open jobs: the states of their tasks, what was tried and what is accepted, who waits for whom, and how much an owner
 * has. Read by everybody, changed by its writer alone; it must not know who decides.
 */
@NullMarked
package org.gleaner.core.open;

import org.jspecify.annotations.NullMarked;
