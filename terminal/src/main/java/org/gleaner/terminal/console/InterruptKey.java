package org.gleaner.terminal.console;

import java.io.IOException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C (SIGINT), heard by the command while this is open, instead of ending it. The JDK has signals only in
 * {@code sun.misc}, of which the compiler warns whatever is suppressed, hence the reflection; without them Ctrl-C ends
 * the process as ever.
 */
public final class InterruptKey {
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";
    /** What a shell makes of a process that SIGINT ended. */
    private static final int INTERRUPTED = 130;

    private final @Nullable Object former;

    /** @param pressed called each time, on a thread of its own */
    public InterruptKey(Runnable pressed) {
        Object handler = null;
        try {
            handler = handle(Proxy.newProxyInstance(
                    InterruptKey.class.getClassLoader(),
                    new Class<?>[] {Class.forName(HANDLER)},
                    (proxy, method, arguments) -> {
                        pressed.run();
                        return null;
                    }));
        } catch (ReflectiveOperationException | IllegalArgumentException noSignals) {
            // Then it ends the process.
        }
        former = handler;
    }

    /**
     * Ends this process by the signal itself: a shell must see that, else it goes on with the next command of its
     * script.
     */
    public static void die() {
        try {
            Object unused = handle(Class.forName(HANDLER).getField("SIG_DFL").get(null));
            // The JDK raises only signals that it handles itself.
            String kill = "kill -s INT " + ProcessHandle.current().pid();
            int unusedCode = new ProcessBuilder("sh", "-c", kill).start().waitFor();
        } catch (ReflectiveOperationException | IllegalArgumentException | IOException noSignals) {
            // Then the exit code alone says it.
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(INTERRUPTED);
    }

    /** From now on Ctrl-C does what it did before. */
    public void close() {
        if (former != null) {
            try {
                Object unused = handle(former);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private static Object signal() throws ReflectiveOperationException {
        return Class.forName(SIGNAL).getConstructor(String.class).newInstance("INT");
    }

    /** Sets what handles the signal and returns what did before. */
    private static Object handle(Object handler) throws ReflectiveOperationException {
        Class<?> type = Class.forName(SIGNAL);
        return type.getMethod("handle", type, Class.forName(HANDLER)).invoke(null, signal(), handler);
    }
}
