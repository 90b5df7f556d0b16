package org.gleaner.client.child;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of one task, or of one after the other if whoever started it says so. It ends with code 0 whenever
 * there is a file that says what became of the calls, also when a call ends the JVM: then a hook writes it.
 */
public final class ChildMain {
    /** If it is set, it names the directory in which each task's own files lie, and there are orders. */
    private static final String SERVE = "GLEANER_SERVE";
    /** As a shell says it of what SIGTERM ended. */
    private static final int TERMINATED = 143;

    private final CallRunner runner = new CallRunner(ChildMain.class.getClassLoader());
    private final RunningCall running = new RunningCall(RunningCall.UNNOTICED);
    private final Path file;
    private final List<CallOutcome> outcomes = new ArrayList<>();
    private int calls;
    private boolean written = true;

    private ChildMain(Path file) {
        this.file = file;
    }

    public static void main(String[] words) throws IOException, InterruptedException {
        ChildProperties.set(ChildMain.class.getClassLoader());
        ChildMain child = new ChildMain(Path.of(words[1]));
        Runtime.getRuntime().addShutdownHook(new Thread(child::ending, "outcomes"));
        @Nullable String own = System.getenv(SERVE);
        if (own == null) {
            boolean unused = child.run(Path.of(words[0]));
        } else {
            Path each = Path.of(own).resolve(words[0]);
            new TaskOrders(child.file, () -> child.run(each)).serve();
        }
        // Threads that calls left behind must not keep the task alive.
        System.exit(0);
    }

    /** Runs one task; false if what happened may have broken the JVM for the next. */
    private boolean run(Path file) throws IOException, InterruptedException {
        CallProgress.begin();
        List<TravellingCall> all = CallFile.read(file);
        begin(all.size());
        for (TravellingCall call : all) {
            add(outcome(call));
            // Nobody else asked for it, and files can't be written by who is interrupted.
            boolean unused = Thread.interrupted();
        }
        write();
        return !runner.isShaken();
    }

    private CallOutcome outcome(TravellingCall call) throws InterruptedException {
        running.begin();
        try {
            return runner.run(call);
        } finally {
            running.end();
        }
    }

    private synchronized void begin(int count) {
        calls = count;
        outcomes.clear();
        written = false;
    }

    private synchronized void add(CallOutcome outcome) {
        outcomes.add(outcome);
    }

    private synchronized void write() throws IOException {
        OutcomeFile.write(file, outcomes);
        written = true;
    }

    private void stop() {
        try {
            running.stop();
        } catch (InterruptedException byACall) {
            // Some call got hold of this thread; so it has ended soon enough.
            return;
        }
    }

    /**
     * Of a hook. Whoever is told to go has no outcome: the task is to run elsewhere, or nobody wants it any more. Its
     * call is interrupted, so that it can tidy up.
     */
    private synchronized void ending() {
        if (written) {
            return;
        }
        String exit = ExitCall.place();
        if (exit == null) {
            stop();
            Runtime.getRuntime().halt(TERMINATED);
            return;
        }
        outcomes.add(CallOutcome.text(CallOutcome.Kind.EXITED, 0, exit));
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
}
