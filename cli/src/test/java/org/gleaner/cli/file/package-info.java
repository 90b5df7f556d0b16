@NullMarked
package org.gleaner.cli.file;

import org.jspecify.annotations.NullMarked;
