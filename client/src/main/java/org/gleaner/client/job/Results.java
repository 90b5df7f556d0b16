package org.gleaner.client.job;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.Fetcher;
import org.gleaner.client.job.Fetched.Unwritten;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.DeclaredOutputs;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Placeholders;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.EntryList;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.OutputPage.OutputRow;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;

/**
 * Fetches the results of chosen tasks. Task i of an array goes into {@code DIR/i/}, a single task into {@code DIR/}; a
 * target with placeholders, such as {@code res/{#}.csv}, names the one output of each task. Confined to one call.
 */
public final class Results {
    private static final int PAGE = 1000;
    /** Of so many files that can't be written it is said why. */
    private static final int SHOWN = 10;

    private static final Pattern COLUMN = Pattern.compile("\\{([^{}./#][^{}]*)}");
    private static final Entry NO_ENTRY = new Entry("", List.of());

    private final UserCalls calls;
    private final Path directory;
    private final boolean printedToo;
    private final Caution caution;
    private final List<Unwritten> shown = new ArrayList<>();
    private final List<Unwritten> lostShown = new ArrayList<>();
    private final List<AttemptId> partials = new ArrayList<>();
    private final List<AttemptId> otherPartials = new ArrayList<>();
    private int tasks;
    private int written;
    private int unchanged;
    private int replaced;
    private final List<String> replacedShown = new ArrayList<>();
    private int unwritten;
    private int lost;

    /**
     * How much is wanted.
     *
     * @param printedToo whether stdout and stderr are laid beside the outputs
     * @param asIs whether hidden files and executable bits are taken that the job does not declare by name
     */
    public record Wish(boolean printedToo, boolean asIs) {
        /** What was printed, too, with due caution. */
        public static final Wish USUAL = new Wish(true, false);
    }

    public Results(UserCalls calls, Path directory, Wish wish) {
        this.calls = calls;
        this.directory = directory;
        this.printedToo = wish.printedToo();
        this.caution = new Caution(wish.asIs());
    }

    /** What came of all calls so far. */
    public Fetched fetched() {
        return new Fetched(
                tasks,
                written,
                unchanged,
                new Fetched.Replaced(replaced, replacedShown),
                caution.hidden(),
                caution.plain(),
                new Fetched.Absent(unwritten, shown),
                new Fetched.Absent(lost, lostShown));
    }

    /** @param to a directory, or a name with placeholders, relative to the directory */
    public void fetch(Chosen chosen, String to) throws ClientFailure, CallFailed, IOException {
        fetch(
                chosen,
                to,
                (job, from, skip) -> chosen.first() == chosen.last()
                        // Asked for alone, a task that failed shows what its last attempt left too.
                        ? calls.outputs(new TaskId(job, from), skip).get()
                        : calls.outputs(job, from, skip, PAGE).get());
        fetchAnswer(chosen, to);
    }

    /** Of a problem that is finished, beside the results of all its units. */
    private void fetchAnswer(Chosen chosen, String to) throws ClientFailure, CallFailed, IOException {
        boolean whole =
                chosen.first() == 1 && chosen.last() >= chosen.job().tasks().total();
        Hosting hosting = whole && to.indexOf('{') < 0
                ? calls.job(chosen.job().id()).get().spec().hosting()
                : null;
        InputFile answer = hosting == null ? null : hosting.answer();
        if (answer != null) {
            Fetcher fetcher = new Fetcher(calls, root(to));
            fetcher.fetch("answer", new ResultFile("answer", answer.hash(), answer.size(), false, null));
            written += fetcher.written();
            unchanged += fetcher.unchanged();
        }
    }

    /**
     * What tasks that are not done have written so far.
     *
     * @param attempt which attempt of the one task that is chosen; 0: of each task the last that sent something
     */
    public void fetchPartial(Chosen chosen, int attempt, String to) throws ClientFailure, CallFailed, IOException {
        fetch(chosen, to, (job, from, skip) -> {
            OutputPage page = attempt == 0
                    ? calls.partials(job, from, PAGE).get()
                    : calls.partials(new AttemptId(new TaskId(job, from), attempt))
                            .get();
            page.attempts().stream().filter(one -> isAmong(one, chosen)).forEach(partials::add);
            page.others().stream().filter(one -> isAmong(one, chosen)).forEach(otherPartials::add);
            return page;
        });
    }

    private static boolean isAmong(AttemptId attempt, Chosen chosen) {
        return chosen.first() <= attempt.ordinal() && attempt.ordinal() <= chosen.last();
    }

    /** The attempts whose unfinished files were fetched. */
    public List<AttemptId> partials() {
        return partials;
    }

    /** Other attempts of these tasks that left such files. */
    public List<AttemptId> otherPartials() {
        return otherPartials;
    }

    /** Asks for the outputs from this task on, of which so many files are here. */
    @FunctionalInterface
    private interface Pages {
        OutputPage from(JobId job, int task, int skip) throws CallFailed;
    }

    private void fetch(Chosen chosen, String to, Pages pages) throws ClientFailure, CallFailed, IOException {
        JobId job = chosen.job().id();
        JobSpec spec = calls.job(job).get().spec();
        Naming naming = to.indexOf('{') >= 0
                ? template(job, spec, chosen, to)
                : row -> spec.array().place(row.task(), row.file().path());
        Caution.Declarations declared = declarations(job, spec, chosen);
        Fetcher fetcher = new Fetcher(calls, root(to));
        Set<Integer> seen = new HashSet<>();
        int from = chosen.first();
        int skip = 0;
        while (from > 0 && from <= chosen.last()) {
            OutputPage page = pages.from(job, from, skip);
            for (OutputRow row : page.outputs()) {
                if (isWanted(row, chosen, to)) {
                    ResultFile file = caution.judge(row, declared);
                    seen.add(row.task());
                    if (file != null) {
                        fetch(fetcher, naming.name(row), new TaskId(job, row.task()), file);
                    }
                }
            }
            List<OutputPage.Directory> empty = to.indexOf('{') < 0 ? page.directories() : List.of();
            for (OutputPage.Directory one : empty) {
                boolean wanted = chosen.first() <= one.task() && one.task() <= chosen.last();
                if (wanted && caution.shows(one, declared)) {
                    seen.add(one.task());
                    make(fetcher, spec, new TaskId(job, one.task()), one.path());
                }
            }
            if (page.next() != from || page.skip() <= skip) {
                from = Chosen.onward(from, page.next());
            }
            skip = page.skip();
        }
        tasks += seen.size();
        written += fetcher.written();
        unchanged += fetcher.unchanged();
        fetcher.replaced().forEach(this::noteReplaced);
    }

    private void noteReplaced(Path file) {
        replaced++;
        if (replacedShown.size() < SHOWN) {
            Path from = directory.normalize();
            replacedShown.add((file.startsWith(from) ? from.relativize(file) : file).toString());
        }
    }

    private void fetch(Fetcher fetcher, String name, TaskId task, ResultFile file)
            throws ClientFailure, CallFailed, IOException {
        try {
            fetcher.fetch(name, file);
        } catch (CallFailed failed) {
            Problem problem = failed.problem();
            if (problem == null || !problem.is(ProblemKind.UNKNOWN_BLOB)) {
                throw failed;
            }
            lost++;
            if (lostShown.size() < SHOWN) {
                lostShown.add(new Unwritten(task, file.path(), problem.detail()));
            }
        } catch (ClientFailure refused) {
            note(new Unwritten(task, file.path(), refused.why()));
        } catch (IOException | InvalidPathException failed) {
            if (failed instanceof IOException local && fetcher.isHopeless(file)) {
                throw local;
            }
            note(new Unwritten(task, file.path(), String.valueOf(failed.getMessage())));
        }
    }

    private void make(Fetcher fetcher, JobSpec spec, TaskId task, String path) {
        try {
            fetcher.make(spec.array().place(task.ordinal(), path));
        } catch (ClientFailure refused) {
            note(new Unwritten(task, path, refused.why()));
        } catch (IOException | InvalidPathException failed) {
            note(new Unwritten(task, path, String.valueOf(failed.getMessage())));
        }
    }

    private void note(Unwritten one) {
        unwritten++;
        if (shown.size() < SHOWN) {
            shown.add(one);
        }
    }

    /** What a file is called below the directory. */
    @FunctionalInterface
    private interface Naming {
        String name(OutputRow row) throws ClientFailure;
    }

    private boolean isWanted(OutputRow row, Chosen chosen, String to) {
        boolean chosenTask = row.task() >= chosen.first() && row.task() <= chosen.last();
        return chosenTask && (!row.file().isPrinted() || (printedToo && to.indexOf('{') < 0));
    }

    /** The entries are asked for when they are needed, at most once. */
    private Caution.Declarations declarations(JobId job, JobSpec spec, Chosen chosen) {
        Map<Integer, Entry> entries = new HashMap<>();
        Map<Integer, DeclaredOutputs> last = new HashMap<>();
        boolean needed = !DeclaredOutputs.areFixed(spec.outputs());
        return task -> {
            if (needed && entries.isEmpty()) {
                entries.putAll(entries(job, spec, chosen));
            }
            Entry entry = entries.getOrDefault(task, NO_ENTRY);
            // Made once for all files of a task: both may be very many.
            last.keySet().retainAll(Set.of(task));
            return last.computeIfAbsent(
                    task, one -> DeclaredOutputs.of(spec.outputs(), Placeholders.of(spec.array(), entry, one)));
        };
    }

    /** Below a template nothing may lead out: its fixed part is the directory, the rest is checked as a name. */
    private Path root(String to) {
        int brace = to.indexOf('{');
        int slash = brace < 0 ? to.length() : to.lastIndexOf('/', brace);
        return directory.resolve(slash < 0 ? "." : to.substring(0, slash));
    }

    private Naming template(JobId job, JobSpec spec, Chosen chosen, String to) throws ClientFailure, CallFailed {
        String name = to.substring(Math.max(0, to.lastIndexOf('/', to.indexOf('{')) + 1));
        checkColumns(name, spec.array());
        Map<Integer, Entry> entries = name.replace("{#}", "").indexOf('{') < 0 ? Map.of() : entries(job, spec, chosen);
        Map<Integer, String> taken = new HashMap<>();
        return row -> {
            String other = taken.putIfAbsent(row.task(), row.file().path());
            if (other != null && !other.equals(row.file().path())) {
                throw ClientFailure.complete(
                        "The target " + to + " names one file per task, but there are more.",
                        "Task " + row.task() + " left " + other + " and "
                                + row.file().path() + ".",
                        "Fetch into a directory: those of task i go into DIR/i/.");
            }
            Entry entry = entries.getOrDefault(row.task(), NO_ENTRY);
            return Placeholders.of(spec.array(), entry, row.task()).expand(name);
        };
    }

    private static void checkColumns(String name, ArrayShape array) throws ClientFailure {
        List<String> columns = array instanceof ArrayShape.Listed listed ? listed.columns() : List.of();
        Matcher match = COLUMN.matcher(name);
        while (match.find()) {
            if (!columns.contains(match.group(1))) {
                String near = Nearest.to(match.group(1), columns);
                throw ClientFailure.complete(
                        "The target has " + match.group() + ", which is not a column of this job.",
                        columns.isEmpty()
                                ? "It has no columns."
                                : "Its columns are " + String.join(", ", columns) + ".",
                        near == null ? "Use {} or {#}." : "Did you mean {" + near + "}?");
            }
        }
    }

    private Map<Integer, Entry> entries(JobId job, JobSpec spec, Chosen chosen) throws ClientFailure, CallFailed {
        Map<Integer, Entry> entries = new HashMap<>();
        if (spec.array() instanceof ArrayShape.Range range) {
            for (int ordinal = chosen.first(); ordinal <= chosen.last(); ordinal++) {
                entries.put(ordinal, range.entry(ordinal));
            }
        } else if (spec.array() instanceof ArrayShape.Listed) {
            int from = chosen.first();
            while (from > 0 && from <= chosen.last()) {
                EntryList page = calls.entries(job, from, PAGE).get();
                int ordinal = page.from();
                for (Entry entry : page.entries()) {
                    entries.put(ordinal++, entry);
                }
                from = Chosen.onward(from, page.next());
            }
        }
        return entries;
    }
}
