@NullMarked
package org.gleaner.cli.doctor;

import org.jspecify.annotations.NullMarked;
