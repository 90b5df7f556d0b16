package org.gleaner.client.child;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * What reading a stream of objects takes of the heap in large steps. Exceptions, vectors, big numbers and others copy
 * an array or a list when they are read, and in a stream thousands of them can share a single one: so a short stream
 * can take any amount of memory though each of its arrays is short. Which classes do so differs from JDK to JDK;
 * therefore it is measured, where the JVM can. Confined to one object and to the thread that reads it.
 */
final class SharedCopies {
    /** What one step of reading takes at most if nothing in it is long. */
    private static final int SMALL = 512;

    /** Tables that grow while they are filled take several times what they hold in the end. */
    private static final int TIMES = 16;

    /** Classes are looked up and initialised when they are met for the first time. */
    private static final long SLACK = 16 << 20;

    private static final int PART_OF_HEAP = 8;

    private static final @Nullable ThreadMXBean METER = meter();

    private long left;
    private long last = allocated();

    /** @param size of the stream, in bytes */
    SharedCopies(long size) {
        this.left = Math.max(SLACK + TIMES * size, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    private static @Nullable ThreadMXBean meter() {
        try {
            return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean meter
                            && meter.isThreadAllocatedMemorySupported()
                            && meter.isThreadAllocatedMemoryEnabled()
                    ? meter
                    : null;
        } catch (LinkageError absent) {
            // A runtime image may have been made without it.
            return null;
        }
    }

    private static long allocated() {
        return METER == null
                ? 0
                : METER.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Whether it has taken no more so far than honest objects do; is asked whenever the filter of a stream is. */
    boolean areFew() {
        long now = allocated();
        left -= now - last > SMALL ? now - last : 0;
        last = now;
        return left >= 0;
    }
}
