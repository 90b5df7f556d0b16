/** What tasks are held to: a sandbox, limits of memory and disk. Knows processes and files, not jobs or the server. */
@NullMarked
package org.gleaner.agent.sandbox;

import org.jspecify.annotations.NullMarked;
