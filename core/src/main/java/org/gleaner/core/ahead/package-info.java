/**
 * The grid in virtual time: what would come of the pool if its machines came and went, and tasks took as long, as
 * somebody says. It runs the grid's own rules, and knows neither where the course of things comes from nor what is made
 * of it.
 */
@NullMarked
package org.gleaner.core.ahead;

import org.jspecify.annotations.NullMarked;
