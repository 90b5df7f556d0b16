/** The guided tour: real commands as real processes, checked as it goes. */
@NullMarked
package org.gleaner.lab.demo;

import org.jspecify.annotations.NullMarked;
