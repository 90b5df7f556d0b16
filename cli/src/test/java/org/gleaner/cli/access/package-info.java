@NullMarked
package org.gleaner.cli.access;

import org.jspecify.annotations.NullMarked;
