package org.gleaner.client.executor;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.child.CallOutcome;
import org.gleaner.client.child.OutcomeFile;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Unseen;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.TaskRow;
import org.jspecify.annotations.Nullable;

/** Fetches what became of calls whose task is over, and has it read. Confined to one thread. */
final class TaskOutcomes {
    /** Exit codes from here on say which signal ended a process. */
    private static final int BY_SIGNAL = 128;

    private final UserCalls calls;
    private final Path directory;
    private final CallGroups groups;
    private final OutcomeReaders readers;

    TaskOutcomes(UserCalls calls, Path directory, CallGroups groups, OutcomeReaders readers) {
        this.calls = calls;
        this.directory = directory;
        this.groups = groups;
        this.readers = readers;
    }

    /** Whether more can be fetched now: what is fetched waits in memory until it is read. */
    boolean hasRoom() {
        return readers.hasRoom();
    }

    /**
     * Of a task that is done. Returns the calls that did not run, for which somebody still waits; an exception says
     * that the server is away.
     */
    List<PendingCall<?>> settle(SentTask task, TaskRow row) throws CallFailed {
        String place = Unseen.shown(place(task, row));
        List<CallOutcome> outcomes;
        try {
            outcomes = fetch(task);
        } catch (IOException | IllegalArgumentException unreadable) {
            task.fail(new GridException(
                    Unseen.shown("The outcome can't be read: " + unreadable + " (" + place + ")"), unreadable));
            return List.of();
        } catch (CallFailed failed) {
            if (failed.isAway()) {
                throw failed;
            }
            task.fail(Unsent.because("The outcome can't be fetched (" + place + ").", failed));
            return List.of();
        }
        List<PendingCall<?>> again = new ArrayList<>();
        for (int i = 0; i < task.calls().size(); i++) {
            PendingCall<?> call = task.calls().get(i);
            if (i >= outcomes.size()) {
                call.fail(new GridException("The outcome of the call is missing. (" + place + ")", null));
            } else if (outcomes.get(i).kind() == CallOutcome.Kind.NOT_RUN) {
                again.add(call);
            } else {
                groups.took(outcomes.get(i).within(ran(row)).nanos());
                readers.read(call, outcomes.get(i), machine(row), place);
            }
        }
        noteStart(row, outcomes);
        return again(task, again);
    }

    /** Those of a task which have to run elsewhere, and for which somebody waits. */
    List<PendingCall<?>> again(SentTask task, List<PendingCall<?>> calls) {
        List<PendingCall<?>> open = new ArrayList<>(calls);
        open.removeIf(PendingCall::isDone);
        if (!open.isEmpty()) {
            groups.apart(task.calls());
        }
        return open;
    }

    private void noteStart(TaskRow row, List<CallOutcome> outcomes) {
        TaskRow.LastAttempt last = row.last();
        if (last != null) {
            long calls = outcomes.stream()
                    .mapToLong(one -> one.within(ran(row)).nanos())
                    .sum();
            groups.started(last.usage().run().toNanos() - calls);
        }
    }

    /** Of a task that can't be done. */
    static GridException failure(SentTask task, TaskRow row) {
        TaskRow.LastAttempt last = row.last();
        String tail =
                last == null || last.tail().isBlank() ? "" : "\n" + last.tail().strip();
        return new GridException(Unseen.shown(ended(last) + " (" + place(task, row) + ")" + tail), null);
    }

    private static String ended(TaskRow.@Nullable LastAttempt last) {
        if (last == null || last.cause() == null) {
            return "The JVM of the call ended without an outcome: "
                    + (last == null ? "It was blocked." : last.detail());
        }
        boolean itself =
                last.cause() == Outcome.NO_OUTPUT || (last.cause() == Outcome.EXITED && last.exitCode() < BY_SIGNAL);
        return itself
                ? "The JVM of the call left no outcome (exit code " + last.exitCode() + "), as after Runtime.halt."
                : "The JVM of the call ended without an outcome: "
                        + (last.cause().word() + ". " + last.detail()).strip();
    }

    /** As the server knows it; no call of a task ran longer than the task. */
    private static long ran(TaskRow row) {
        TaskRow.LastAttempt last = row.last();
        return last == null ? 0 : last.usage().run().toNanos();
    }

    private static String machine(TaskRow row) {
        TaskRow.LastAttempt last = row.last();
        return last == null ? "a machine that is not known" : "node " + last.node();
    }

    private static String place(SentTask task, TaskRow row) {
        TaskRow.LastAttempt last = row.last();
        String name = task.job().id() + "." + task.ordinal();
        return last == null ? "task " + name : "attempt " + name + "#" + last.number() + " on " + last.nodeName();
    }

    private List<CallOutcome> fetch(SentTask task) throws IOException, CallFailed {
        OutputPage page =
                calls.outputs(new TaskId(task.job().id(), task.ordinal()), 0).get();
        for (OutputPage.OutputRow row : page.outputs()) {
            ResultFile file = row.file();
            if (file.path().equals(ExecutorJob.OUTCOMES)) {
                String inline = file.inline();
                return inline != null
                        ? OutcomeFile.read(
                                new ByteArrayInputStream(Base64.getDecoder().decode(inline)))
                        : download(file);
            }
        }
        throw new IOException("there is none");
    }

    private List<CallOutcome> download(ResultFile file) throws IOException, CallFailed {
        Path target = directory.resolve(ExecutorJob.OUTCOMES);
        Files.deleteIfExists(target);
        long unused = calls.download(file.hash(), file.size(), target).get();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(target))) {
            return OutcomeFile.read(in);
        } finally {
            Files.deleteIfExists(target);
        }
    }
}
