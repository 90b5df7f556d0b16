package org.gleaner.client.child;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Tells the agent of the node that a call gets on, by a file in the directory of its task. Thread-safe. */
public final class CallProgress {
    /** The agent looks at when it was written. Its name for it is not known where this runs; a test compares them. */
    private static final String SIGN = "gleaner-progress";

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final AtomicLong NEXT = new AtomicLong();
    private static volatile boolean onNode;

    private CallProgress() {}

    /** From now on there is an agent that looks. */
    static void begin() {
        NEXT.set(System.nanoTime());
        onNode = true;
    }

    /** Cheap: what comes within a second of what was told is not told. */
    public static void tell(String text) {
        long now = System.nanoTime();
        long next = NEXT.get();
        if (!onNode || now - next < 0 || !NEXT.compareAndSet(next, now + PAUSE_NANOS)) {
            return;
        }
        try {
            Files.write(Path.of(SIGN), text.getBytes(UTF_8));
        } catch (IOException full) {
            // A call need not fail because nobody hears how far it is.
            return;
        }
    }
}
