package org.gleaner.agent.person;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.job.Counted;
import org.jspecify.annotations.Nullable;

/**
 * What the person at the machine may know: what runs, whose, since when, and which rules hold. Never the content of a
 * task, its arguments or its files: others on this machine can see the page too.
 *
 * @param server that the agent works for
 * @param limits what tasks can use and see here
 * @param rules those that hold, as sentences
 * @param source what tells whether somebody is there; null if no rule asks for it
 */
public record Standing(
        Server server,
        Verdict verdict,
        List<Running> running,
        List<String> limits,
        List<String> rules,
        @Nullable String source) {
    public Standing {
        running = List.copyOf(running);
        limits = List.copyOf(limits);
        rules = List.copyOf(rules);
    }

    /**
     * @param trouble what keeps the agent from handing in results, as a sentence; empty: nothing
     */
    public record Server(String address, String trouble) {}

    /**
     * One attempt.
     *
     * @param type the owner's own word for this kind of work
     * @param since how long ago it started
     */
    public record Running(String task, String type, String owner, Duration since, boolean suspended) {}

    /** In one line, what goes on. */
    String summary() {
        if (!verdict.welcome()) {
            return running.isEmpty() ? "Not working now." : "Work is suspended: the machine is yours.";
        }
        return running.isEmpty()
                ? "Ready for work; nothing is running."
                : "Running " + Counted.of(running.size(), "task") + ".";
    }
}
