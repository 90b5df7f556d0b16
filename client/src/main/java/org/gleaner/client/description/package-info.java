/** What people say about a job (keys with texts, job files, lines of a script), checked and made into its specification. */
@NullMarked
package org.gleaner.client.description;

import org.jspecify.annotations.NullMarked;
