package org.gleaner.client.child;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the calls of one task. It ends with code 0 whenever there is a file that says what became of them, also when a
 * call ends the JVM: then a hook writes it.
 */
public final class ChildMain {
    /** As a shell says it of what SIGTERM ended. */
    private static final int TERMINATED = 143;

    private final Path file;
    private final int calls;
    private final List<CallOutcome> outcomes = new ArrayList<>();
    private boolean written;

    private ChildMain(Path file, int calls) {
        this.file = file;
        this.calls = calls;
    }

    public static void main(String[] words) throws IOException, InterruptedException {
        ChildProperties.set(ChildMain.class.getClassLoader());
        CallProgress.begin();
        List<TravellingCall> calls = CallFile.read(Path.of(words[0]));
        ChildMain child = new ChildMain(Path.of(words[1]), calls.size());
        Runtime.getRuntime().addShutdownHook(new Thread(child::ending, "outcomes"));
        CallRunner runner = new CallRunner(ChildMain.class.getClassLoader());
        for (TravellingCall call : calls) {
            child.add(runner.run(call));
        }
        child.write();
        // Threads that calls left behind must not keep the task alive.
        System.exit(0);
    }

    private synchronized void add(CallOutcome outcome) {
        outcomes.add(outcome);
    }

    private synchronized void write() throws IOException {
        OutcomeFile.write(file, outcomes);
        written = true;
    }

    /** Of a hook. Whoever is told to go has no outcome: the task is to run elsewhere. */
    private synchronized void ending() {
        if (written) {
            return;
        }
        if (!byCall()) {
            Runtime.getRuntime().halt(TERMINATED);
        }
        outcomes.add(CallOutcome.text(CallOutcome.Kind.EXITED, 0, "System.exit"));
        while (outcomes.size() < calls) {
            outcomes.add(CallOutcome.text(CallOutcome.Kind.NOT_RUN, 0, ""));
        }
        try {
            write();
        } catch (IOException full) {
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().halt(0);
    }

    /** Whether some thread called for the end; else it is a signal. */
    private static boolean byCall() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().equals("java.lang.Runtime")
                        && frame.getMethodName().equals("exit"));
    }
}
