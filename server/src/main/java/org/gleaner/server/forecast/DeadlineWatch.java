package org.gleaner.server.forecast;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Command;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Deadline;
import org.gleaner.protocol.message.Expectation;
import org.gleaner.protocol.message.Meets;

/**
 * Tells the grid which deadlines no future meets. The grid decides what is new about that, so whatever is wrong here
 * comes to a message too many or too few, once for each deadline. On the thread of the forecaster.
 *
 * @param grid takes a command or loses it: what is still true is said again after the next look
 */
public record DeadlineWatch(Consumer<Command> grid) implements Consumer<Forecasts> {
    /** The others after the next look. */
    private static final int MOST_AT_ONCE = 1_000;

    @Override
    public void accept(Forecasts found) {
        Map<JobId, Instant> hopeless = new TreeMap<>();
        found.jobs().forEach((job, expected) -> {
            Deadline deadline = expected.deadline();
            if (deadline != null && hopeless.size() < MOST_AT_ONCE && isNews(deadline, expected)) {
                hopeless.put(job, deadline.at());
            }
        });
        if (!hopeless.isEmpty()) {
            grid.accept(new Command.NoteHopeless(hopeless));
        }
    }

    /** What is stuck, or of unknown length, may go on at any time: then only its deadline itself can tell. */
    private static boolean isNews(Deadline deadline, Expectation expected) {
        Forecast.Span finish = expected.forecast().finish();
        return !deadline.hopeless()
                && expected.unknown() == null
                && expected.stuck() == null
                && finish.p10() != null
                && Meets.of(deadline.at(), finish, expected.at()) == Meets.HOPELESS;
    }
}
