/** The server as a service of its machine, and this program as one that the server starts. */
@NullMarked
package org.gleaner.cli.service;

import org.jspecify.annotations.NullMarked;
