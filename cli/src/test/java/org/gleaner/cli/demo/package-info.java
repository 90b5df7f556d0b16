/** Tests of the guided tour. */
@NullMarked
package org.gleaner.cli.demo;

import org.jspecify.annotations.NullMarked;
