/** What people say about a job (texts by key, job files, scripts), checked and made into its specification. */
@NullMarked
package org.gleaner.client.description;

import org.jspecify.annotations.NullMarked;
