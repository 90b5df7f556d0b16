package org.gleaner.client.executor;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A call as it travels, and the classes that are named in it. Immutable; nobody changes the bytes. */
final class WrittenCall {
    /** Of a call that nobody waits for. */
    static final WrittenCall GONE = new WrittenCall(new byte[0], Set.of(), null);

    private final byte[] bytes;
    private final Set<Class<?>> classes;
    private final @Nullable ClassLoader loader;

    WrittenCall(byte[] bytes, Set<Class<?>> classes, @Nullable ClassLoader loader) {
        this.bytes = bytes;
        this.classes = Set.copyOf(classes);
        this.loader = loader;
    }

    byte[] bytes() {
        return bytes;
    }

    Set<Class<?>> classes() {
        return classes;
    }

    /** That of the call itself; null: the JDK's. */
    @Nullable
    ClassLoader loader() {
        return loader;
    }
}
