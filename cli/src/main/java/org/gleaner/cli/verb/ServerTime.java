package org.gleaner.cli.verb;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.JobDescription;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.Turn;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.JobPage;
import org.jspecify.annotations.Nullable;

/**
 * How far the server's clock is ahead of this machine's. All times of the server are by its own clock, and "in an hour"
 * means an hour of that one.
 *
 * @param ahead negative: it is behind; zero if nobody would notice
 */
record ServerTime(Duration ahead) {
    /** Clocks that differ by less say the same to people. */
    private static final Duration LEAST = Duration.ofMinutes(1);

    /** @param server what its clock shows; null: it does not tell */
    static ServerTime of(@Nullable Instant server, Instant here) {
        Duration ahead = server == null ? Duration.ZERO : Duration.between(here, server);
        return new ServerTime(ahead.abs().compareTo(LEAST) > 0 ? ahead : Duration.ZERO);
    }

    /** A server that can't be asked now will be when the work is handed in. */
    static ServerTime ask(UserCalls calls) {
        return calls.jobs("all", 1) instanceof Answer.Success<JobPage> page
                ? of(page.value().now(), Instant.now())
                : new ServerTime(Duration.ZERO);
    }

    /** Whether a time was typed as so long from now. */
    static boolean isMeant(@Nullable String typed) {
        return typed != null && typed.strip().startsWith("+");
    }

    /** Such as "The server's clock is 3 h behind this machine's." */
    Optional<String> hint() {
        return ahead.isZero()
                ? Optional.empty()
                : Optional.of("The server's clock is " + Spans.text(ahead.abs())
                        + (ahead.isNegative() ? " behind" : " ahead of") + " this machine's.");
    }

    /** Whether a time of the job was typed so. */
    static boolean concerns(Draft typed) {
        return isMeant(typed.text("begin")) || isMeant(typed.text("deadline"));
    }

    /** The same job with the times that were typed as so long from now by the server's clock. */
    JobDescription shifted(JobDescription job, Draft typed) {
        JobSpec spec = job.spec();
        Turn turn = spec.turn();
        Instant begin = turn.begin();
        Deadline deadline = turn.deadline();
        Turn moved = begin != null && isMeant(typed.text("begin"))
                ? turn.with(turn.priority(), turn.weight(), begin.plus(ahead))
                : turn;
        return new JobDescription(
                spec.withTurn(
                        deadline != null && isMeant(typed.text("deadline"))
                                ? moved.by(new Deadline(deadline.at().plus(ahead)))
                                : moved),
                job.entries(),
                job.inputs(),
                job.each(),
                job.files(),
                job.caveats());
    }
}
