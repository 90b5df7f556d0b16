/**
 * The person at the machine, who comes first: the rules by which tasks are welcome, what is looked at to judge them,
 * and the small page that tells what goes on. Nothing of it leaves the machine but whether work is wanted; this
 * package knows no server and no message.
 */
@NullMarked
package org.gleaner.agent.person;

import org.jspecify.annotations.NullMarked;
