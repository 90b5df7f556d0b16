/**
 * Open jobs: the states of their tasks, what was tried and what is accepted, who waits for whom, how much an owner has,
 * and what is decided when owners ask for something. Read by everybody, changed by its writer alone; it must not know
 * which node gets what.
 */
@NullMarked
package org.gleaner.core.open;

import org.jspecify.annotations.NullMarked;
