/** What people say about a job (flags, job files, lines of a script), checked here and made into its specification. */
@NullMarked
package org.gleaner.cli.description;

import org.jspecify.annotations.NullMarked;
