/** A job as it is typed: flags, and what a shell made of them; what they mean is the client's to say. */
@NullMarked
package org.gleaner.cli.description;

import org.jspecify.annotations.NullMarked;
