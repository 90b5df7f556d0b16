package org.gleaner.agent.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signals that the JVM can't send by itself, sent by the shell's own {@code kill}. */
public final class Signals {
    /** Stands still until {@link #CONTINUE}; no process can ignore it. */
    public static final String STOP = "STOP";

    public static final String CONTINUE = "CONT";

    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
    private static final int MOST_AT_ONCE = 1000;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Signals() {}

    /** Sends it to each; one that is gone is no trouble. Returns when all have it. */
    public static void send(String signal, Collection<Long> processes) {
        Iterator<Long> left = processes.iterator();
        while (left.hasNext()) {
            List<String> words = new ArrayList<>(List.of("sh", "-c", "kill -s \"$0\" \"$@\"", signal));
            for (int i = 0; i < MOST_AT_ONCE && left.hasNext(); i++) {
                words.add(Long.toString(left.next()));
            }
            if (QuietCommand.runAnyway(LIMIT, words) == QuietCommand.MISSING) {
                LOG.warn("can't send signals to tasks: this machine has no sh");
            }
        }
    }
}
