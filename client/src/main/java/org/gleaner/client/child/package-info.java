/**
 * The program that runs calls of a Java executor on a node: reads them, runs one after the other, writes what became of
 * them. Travels to the node, so it knows only the JDK.
 */
@NullMarked
package org.gleaner.client.child;

import org.jspecify.annotations.NullMarked;
