package org.gleaner.agent.machine;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signals that the JVM can't send by itself, sent by the shell's own {@code kill}. */
public final class Signals {
    /** Stands still until {@link #CONTINUE}; no process can ignore it. */
    public static final String STOP = "STOP";

    public static final String CONTINUE = "CONT";

    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
    private static final int MOST_AT_ONCE = 1000;
    private static final long LIMIT_SECONDS = 5;

    private Signals() {}

    /** Sends it to each; one that is gone is no trouble. Returns when all have it. */
    public static void send(String signal, Collection<Long> processes) {
        Iterator<Long> left = processes.iterator();
        while (left.hasNext()) {
            List<String> words = new ArrayList<>(List.of("sh", "-c", "kill -s \"$0\" \"$@\"", signal));
            for (int i = 0; i < MOST_AT_ONCE && left.hasNext(); i++) {
                words.add(Long.toString(left.next()));
            }
            run(words);
        }
    }

    private static void run(List<String> words) {
        try {
            Process kill = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!kill.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                kill.destroyForcibly();
            }
        } catch (IOException noShell) {
            LOG.warn("processes can't be stopped here: {}", noShell.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
