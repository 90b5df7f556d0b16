/** Tests of the list of all verbs, those of the program included. */
@NullMarked
package org.gleaner.lab;

import org.jspecify.annotations.NullMarked;
