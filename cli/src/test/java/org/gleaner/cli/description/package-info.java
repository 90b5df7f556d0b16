@NullMarked
package org.gleaner.cli.description;

import org.jspecify.annotations.NullMarked;
