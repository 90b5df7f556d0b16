package org.gleaner.cli.verb;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.Set;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.call.UserCalls.Stream;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.terminal.console.Surroundings;

/**
 * Prints what the tasks of a job printed in the order of the tasks, each as soon as it and all before it have ended; at
 * the end those, too, that come behind one that is stuck. Confined to one call.
 */
final class OrderedOutput implements Watch.Listener {
    private static final int PAGE = 1000;

    private final UserCalls calls;
    private final Chosen job;
    private final Surroundings here;
    private int next = 1;
    /** Of the next task: what is printed, and how much of what is not. */
    private final Set<Stream> printed = EnumSet.noneOf(Stream.class);

    private long passed;
    /** So many tasks had ended when the next one had not. */
    private int known = -1;

    OrderedOutput(UserCalls calls, Chosen job, Surroundings here) {
        this.calls = calls;
        this.job = job;
        this.here = here;
    }

    @Override
    public void seen(TaskCounts counts, boolean away) throws ClientFailure, CallFailed, IOException {
        int ended = counts.done() + counts.blocked() + counts.cancelled();
        boolean more = !away && (ended != known || !Watch.goesOn(counts));
        while (more && next <= job.last()) {
            TaskPage page = calls.tasks(job.job().id(), next, PAGE, null).get();
            for (TaskRow row : page.tasks()) {
                if (!LogFollower.isOver(row) && Watch.goesOn(counts)) {
                    known = ended;
                    return;
                }
                print(row);
                next = row.task() + 1;
            }
            more = Chosen.onward(next - 1, page.next()) > 0;
        }
    }

    private void print(TaskRow row) throws CallFailed, IOException {
        if (row.attempts() == 0 || !LogFollower.isOver(row)) {
            return;
        }
        TaskId task = new TaskId(job.job().id(), row.task());
        for (Stream one : Stream.values()) {
            if (printed.contains(one)) {
                continue;
            }
            Answer<Long> answer = calls.printed(task, one, 0, new Rest(one == Stream.STDOUT ? here.out() : here.err()));
            if (!answer.isRefused(ProblemKind.UNKNOWN_OUTPUT)) {
                long unused = answer.get();
            }
            printed.add(one);
            passed = 0;
        }
        printed.clear();
        here.out().flush();
    }

    /** Passes on what was not passed on before the server went away. */
    private final class Rest extends OutputStream {
        private final OutputStream out;
        private long known = passed;

        Rest(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int skipped = (int) Math.min(known, length);
            known -= skipped;
            out.write(bytes, from + skipped, length - skipped);
            passed += length - skipped;
        }
    }
}
