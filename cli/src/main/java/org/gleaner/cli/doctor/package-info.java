/** What is wrong with this installation, this machine's agent and the connection, and the remedy. Changes nothing. */
@NullMarked
package org.gleaner.cli.doctor;

import org.jspecify.annotations.NullMarked;
