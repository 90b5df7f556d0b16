/**
 * Everything that shows, measures or attacks the whole program from outside, in a jar of its own: no server or agent
 * needs it, and nothing of the program knows it.
 */
@NullMarked
package org.gleaner.lab;

import org.jspecify.annotations.NullMarked;
