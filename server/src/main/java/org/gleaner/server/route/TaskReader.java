package org.gleaner.server.route;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.History;
import org.gleaner.core.store.History.AttemptRow;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;

/** Reads tasks and what they left behind from the store, a bounded piece at a time. */
record TaskReader(History history, ListedOutputs lists) {
    /** Tasks whose attempts are in memory at once: reports carry content. */
    private static final int TOGETHER = 128;

    private static final int MOST_ATTEMPTS = 20_000;

    TaskPage tasks(StoredJob job, @Nullable TaskState wanted, int from, int limit) throws StoreException {
        Map<TaskState, BitSet> states = JobFacts.states(job);
        BitSet selected = wanted == null ? all(job) : states.getOrDefault(wanted, new BitSet());
        List<TaskRow> rows = new ArrayList<>();
        int next = selected.nextSetBit(from);
        while (next >= 0 && rows.size() < limit) {
            List<Integer> some = take(selected, next, Math.min(TOGETHER, limit - rows.size()));
            Map<Integer, List<AttemptRow>> attempts = attempts(job.id(), some);
            Map<Integer, List<Integer>> leavers = leavers(job, some);
            for (int task : some) {
                List<Integer> partials = leavers.getOrDefault(task, List.of());
                rows.add(row(task, state(states, task), partials, attempts.getOrDefault(task, List.of())));
            }
            next = selected.nextSetBit(some.get(some.size() - 1) + 1);
        }
        return new TaskPage(job.id(), rows, Math.max(next, 0));
    }

    /**
     * Files of done tasks, as long as they fit into one answer. A task with a list of them has answers of its own.
     *
     * @param skip so many files of the first task were told before
     */
    OutputPage outputs(StoredJob job, int from, int skip, int limit) throws StoreException, IOException {
        BitSet done = JobFacts.states(job).getOrDefault(TaskState.DONE, new BitSet());
        OutputRows rows = new OutputRows();
        int tasks = 0;
        int next = done.nextSetBit(from);
        while (next >= 0 && tasks < limit) {
            List<Integer> some = take(done, next, Math.min(TOGETHER, limit - tasks));
            for (Map.Entry<Integer, List<AttemptRow>> task :
                    attempts(job.id(), some).entrySet()) {
                int ordinal = task.getKey();
                AttemptReport accepted = accepted(task.getValue()).orElse(null);
                boolean listed = accepted != null && accepted.outputs().list() != null;
                if (accepted != null && listed && rows.list().isEmpty()) {
                    int behind = Math.max(done.nextSetBit(ordinal + 1), 0);
                    return listed(job, accepted, ordinal == from ? skip : 0, behind);
                }
                if (accepted != null && (listed || !rows.add(ordinal, accepted))) {
                    return rows.page(job.id(), ordinal);
                }
            }
            tasks += some.size();
            next = done.nextSetBit(some.get(some.size() - 1) + 1);
        }
        return rows.page(job.id(), Math.max(next, 0));
    }

    /** The same of one task, whether it is done or not. */
    OutputPage outputsOfOne(StoredJob job, int task, int skip) throws StoreException, IOException {
        Optional<AttemptReport> report = report(job.id(), task);
        if (report.isPresent() && report.get().outputs().list() != null) {
            return listed(job, report.get(), skip, 0);
        }
        OutputRows rows = new OutputRows();
        report.ifPresent(one -> rows.add(task, one));
        return rows.page(job.id(), 0);
    }

    /** A piece of a list; what the task printed comes behind its end. */
    private OutputPage listed(StoredJob job, AttemptReport report, int skip, int behind)
            throws StoreException, IOException {
        checkKept(job.id());
        int task = report.attempt().ordinal();
        ResultFile list = report.outputs().list();
        ListedOutputs.Window window = new ListedOutputs.Window(skip, OutputRows.MOST_FILES, OutputRows.MOST_INLINE);
        if (list != null) {
            lists.show(list, window);
        }
        List<ResultFile> files = window.files();
        if (window.hasMore()) {
            return new OutputPage(job.id(), rows(task, files), task, skip + files.size(), List.of());
        }
        files.addAll(report.with(Outputs.NONE).files());
        return new OutputPage(job.id(), rows(task, files), behind, 0, OutputRows.empty(task, report));
    }

    private static List<OutputPage.OutputRow> rows(int task, List<ResultFile> files) {
        return files.stream().map(file -> new OutputPage.OutputRow(task, file)).toList();
    }

    /** Refuses if files of it were removed because of their age; small ones are kept with the job. */
    void checkThere(OutputPage page) throws StoreException, Refused {
        if (page.outputs().stream().anyMatch(row -> row.file().inline() == null)) {
            checkKept(page.job());
        }
    }

    /** Refuses if files of the job were removed because of their age; small ones are kept with the job. */
    private void checkKept(JobId job) throws StoreException, Refused {
        Optional<Instant> retired = history.retired(job);
        if (retired.isPresent()) {
            String day = retired.get().atOffset(ZoneOffset.UTC).toLocalDate().toString();
            throw new Refused(ShellProblems.outputsRetired(job, day));
        }
    }

    /** The report that counts for a task: the accepted one, else the youngest that ended. */
    Optional<AttemptReport> report(JobId job, int task) throws StoreException {
        List<AttemptRow> attempts = attempts(job, task);
        Optional<AttemptReport> accepted = accepted(attempts);
        if (accepted.isPresent()) {
            return accepted;
        }
        AttemptReport youngest = null;
        for (AttemptRow attempt : attempts) {
            AttemptReport report = attempt.report();
            youngest = report == null ? youngest : report;
        }
        return Optional.ofNullable(youngest);
    }

    /** The report of one attempt, if it has ended. */
    Optional<AttemptReport> report(JobId job, int task, int number) throws StoreException {
        return attempts(job, task).stream()
                .filter(row -> row.attempt().number() == number)
                .findFirst()
                .flatMap(row -> Optional.ofNullable(row.report()));
    }

    private static Optional<AttemptReport> accepted(List<AttemptRow> attempts) {
        return AttemptRow.accepted(attempts).flatMap(row -> Optional.ofNullable(row.report()));
    }

    private List<AttemptRow> attempts(JobId job, int task) throws StoreException {
        return attempts(job, List.of(task)).getOrDefault(task, List.of());
    }

    /** In the order of tasks, those of each in the order of their numbers. */
    private Map<Integer, List<AttemptRow>> attempts(JobId job, List<Integer> tasks) throws StoreException {
        Map<Integer, List<AttemptRow>> found = new TreeMap<>();
        for (AttemptRow row : history.attempts(job, ordinals(tasks), MOST_ATTEMPTS)) {
            found.computeIfAbsent(row.attempt().ordinal(), any -> new ArrayList<>())
                    .add(row);
        }
        return found;
    }

    /** Of each task the attempts that left files before they ended. */
    private Map<Integer, List<Integer>> leavers(StoredJob job, List<Integer> tasks) throws StoreException {
        Map<Integer, List<Integer>> found = new TreeMap<>();
        if (job.spec().feedback().partial() != null) {
            for (AttemptId one : history.leavers(job.id(), ordinals(tasks), MOST_ATTEMPTS)) {
                found.computeIfAbsent(one.ordinal(), any -> new ArrayList<>()).add(one.number());
            }
        }
        return found;
    }

    private static TaskRow row(int task, TaskState state, List<Integer> partials, List<AttemptRow> attempts) {
        Optional<AttemptRow> shown = ShownAttempt.of(attempts);
        if (shown.isEmpty()) {
            return new TaskRow(task, state, 0, partials, null);
        }
        AttemptRow attempt = shown.get();
        AttemptReport report = attempt.report();
        return new TaskRow(
                task,
                state,
                attempts.get(attempts.size() - 1).attempt().number(),
                partials,
                new TaskRow.LastAttempt(
                        attempt.attempt().number(),
                        attempt.node(),
                        attempt.nodeName(),
                        attempt.assigned(),
                        attempt.ended(),
                        report == null ? null : report.outcome(),
                        report == null ? 0 : report.exitCode(),
                        report == null ? AttemptReport.Usage.NONE : report.usage(),
                        report == null ? "" : report.detail(),
                        report == null ? "" : report.tail()));
    }

    private static Ordinals ordinals(List<Integer> tasks) {
        BitSet bits = new BitSet();
        tasks.forEach(bits::set);
        return Ordinals.of(bits);
    }

    private static BitSet all(StoredJob job) {
        BitSet all = new BitSet();
        all.set(1, job.spec().tasks() + 1);
        return all;
    }

    private static List<Integer> take(BitSet bits, int from, int most) {
        List<Integer> some = new ArrayList<>();
        for (int bit = bits.nextSetBit(from); bit >= 0 && some.size() < most; bit = bits.nextSetBit(bit + 1)) {
            some.add(bit);
        }
        return some;
    }

    private static TaskState state(Map<TaskState, BitSet> states, int task) {
        for (Map.Entry<TaskState, BitSet> entry : states.entrySet()) {
            if (entry.getValue().get(task)) {
                return entry.getKey();
            }
        }
        throw new IllegalStateException("task " + task + " is in no state");
    }
}
