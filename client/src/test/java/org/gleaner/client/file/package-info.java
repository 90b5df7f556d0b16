@NullMarked
package org.gleaner.client.file;

import org.jspecify.annotations.NullMarked;
