/** Tests of what tasks are held to. */
@org.jspecify.annotations.NullMarked
package org.gleaner.agent.sandbox;
