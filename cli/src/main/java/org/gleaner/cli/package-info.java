/**
 * The commands a person types, and the assembly of the one runnable jar.
 */
@NullMarked
package org.gleaner.cli;

import org.jspecify.annotations.NullMarked;
