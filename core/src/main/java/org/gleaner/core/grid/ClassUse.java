package org.gleaner.core.grid;

import org.gleaner.core.observer.NodeClass;

/** What tasks of a type use on nodes of one class, for people. */
public record ClassUse(NodeClass where, TypeUse use) {}
