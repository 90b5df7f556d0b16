/**
 * What is published of the grid: numbers, and what changed since they were last published, for those who follow the
 * pool beside the thread that owns it. It reads the parts and changes none; what a viewer may know is decided here.
 *
 * <p>What always holds, and what the tests check:
 *
 * <ul>
 *   <li>an image shows only what is durable: none is made of a batch that could not be written;
 *   <li>the changes of an image, added to what a viewer knew of the image before, are what a new viewer is told;
 *   <li>nobody is told of another owner's work more than how much of it there is and which nodes are busy with it;
 *   <li>an image costs as much as what changed, however large the pool is.
 * </ul>
 */
@NullMarked
package org.gleaner.core.image;

import org.jspecify.annotations.NullMarked;
