/** Tests of the guided tour. */
@NullMarked
package org.gleaner.lab.demo;

import org.jspecify.annotations.NullMarked;
