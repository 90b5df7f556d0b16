package org.gleaner.server.route;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.DeclaredOutputs;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Placeholders;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.store.History;
import org.gleaner.core.store.History.PartialRow;
import org.gleaner.protocol.json.JsonLimits;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Refuses files that a job did not ask for. Whoever fetches results writes them under the names that a node gave them,
 * so a node must not choose these. Reads the store; thread-safe.
 */
final class OutputCheck {
    private static final String STDOUT = "stdout";
    private static final String STDERR = "stderr";
    private static final int MOST_JOBS = 64;
    private static final int MOST_PARTIALS = JsonLimits.FILES;
    /** A job that declares more is looked up each time, so that what is remembered stays small. */
    private static final int MOST_NAMES = 1000;

    /** What a job declared at its submission, which never changes. */
    private record Declared(ArrayShape array, List<OutputFile> outputs) {}

    private final History history;
    private final Map<JobId, Declared> known = new LinkedHashMap<>(MOST_JOBS, 0.75f, true);

    OutputCheck(History history) {
        this.history = history;
    }

    void check(NodeId node, AttemptReport report) throws Refused, StoreException {
        check(node, report.attempt(), report.outputs().files(), false);
        DeclaredOutputs declared = report.outputs().directories().isEmpty() ? null : declared(node, report.attempt());
        if (declared != null) {
            checkEmpty(report, declared);
        }
    }

    /** Directories are made where results are fetched, so they are held to the same rules as files. */
    private static void checkEmpty(AttemptReport report, DeclaredOutputs declared) throws Refused {
        Set<String> names = new HashSet<>();
        report.outputs().files().forEach(file -> names.add(file.path()));
        for (String path : report.outputs().directories()) {
            try {
                FilePath.checkNew(path);
            } catch (IllegalArgumentException unusable) {
                throw Parameters.wrong("directories", String.valueOf(unusable.getMessage()));
            }
            if (!declared.include(path)) {
                throw undeclared(report.attempt(), path);
            }
            for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
                if (names.contains(path.substring(0, end))) {
                    throw Parameters.wrong(
                            "directories", path + " of " + report.attempt() + " is a file, or lies below one");
                }
            }
        }
    }

    /** The same for files that come one after the other. */
    Names names(NodeId node, AttemptId attempt) throws StoreException {
        return new Names(attempt, declared(node, attempt), false);
    }

    /** What an attempt printed has its own names, wherever else it says that it belongs. */
    static void checkPrinted(AttemptReport report) throws Refused {
        checkPrinted(report.attempt(), STDOUT, report.stdout());
        checkPrinted(report.attempt(), STDERR, report.stderr());
    }

    private static void checkPrinted(AttemptId attempt, String name, @Nullable ResultFile file) throws Refused {
        if (file != null && !file.path().equals(name)) {
            throw undeclared(attempt, file.path());
        }
    }

    /** Files that came before the end of their attempt, with what it printed among them. */
    void checkPartial(NodeId node, PartialCall call) throws Refused, StoreException {
        AttemptId attempt = call.attempt();
        check(node, attempt, call.files(), true);
        if (!history.wasGiven(node, attempt)) {
            return;
        }
        // Each call is bounded, and so must be what many of them leave.
        Set<String> names = new HashSet<>();
        for (PartialRow row : history.partials(attempt, MOST_PARTIALS)) {
            names.add(row.file().path());
        }
        call.gone().forEach(names::remove);
        call.files().forEach(file -> names.add(file.path()));
        checkDirectories(attempt, names);
        if (names.size() > MOST_PARTIALS) {
            throw Parameters.wrong("files", attempt + " has " + MOST_PARTIALS + " partial files already");
        }
    }

    private void check(NodeId node, AttemptId attempt, List<ResultFile> files, boolean printedToo)
            throws Refused, StoreException {
        if (files.isEmpty()) {
            return;
        }
        Names names = new Names(attempt, declared(node, attempt), printedToo);
        for (ResultFile file : files) {
            names.take(file);
        }
        names.end();
    }

    /** The names of one attempt's files. Confined to one thread. */
    static final class Names {
        private final AttemptId attempt;
        /** Null: there is no such task, or not any more, or not of this node: nothing that is said of it is kept. */
        private final @Nullable DeclaredOutputs declared;

        private final boolean printedToo;
        private final Set<String> seen = new HashSet<>();

        private Names(AttemptId attempt, @Nullable DeclaredOutputs declared, boolean printedToo) {
            this.attempt = attempt;
            this.declared = declared;
            this.printedToo = printedToo;
        }

        void take(ResultFile file) throws Refused {
            try {
                FilePath.checkNew(file.path());
            } catch (IllegalArgumentException unusable) {
                throw Parameters.wrong("outputs", String.valueOf(unusable.getMessage()));
            }
            if (declared == null) {
                return;
            }
            boolean printed = file.path().equals(STDOUT) || file.path().equals(STDERR);
            if (!(printed ? printedToo : declared.include(file.path()))) {
                throw undeclared(attempt, file.path());
            }
            if (!seen.add(file.path())) {
                throw Parameters.wrong("outputs", "two files of " + attempt + " are called " + file.path());
            }
        }

        /** All have come. */
        void end() throws Refused {
            checkDirectories(attempt, seen);
        }
    }

    /** A node learns nothing of what others run: to it an attempt that was never its own does not exist. */
    private @Nullable DeclaredOutputs declared(NodeId node, AttemptId attempt) throws StoreException {
        Declared job = history.wasGiven(node, attempt) ? declared(attempt.job()) : null;
        return job == null ? null : task(job, attempt);
    }

    /** Nobody can write a file and something below it. */
    private static void checkDirectories(AttemptId attempt, Set<String> names) throws Refused {
        for (String name : names) {
            for (int end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
                if (names.contains(name.substring(0, end))) {
                    throw Parameters.wrong(
                            "outputs",
                            name.substring(0, end) + " of " + attempt + " is both a file and the directory of " + name);
                }
            }
        }
    }

    private static Refused undeclared(AttemptId attempt, String path) {
        return new Refused(ShellProblems.undeclaredOutput(attempt.task().toString(), path));
    }

    private @Nullable DeclaredOutputs task(Declared job, AttemptId attempt) throws StoreException {
        Entry entry = new Entry("", List.of());
        if (job.array() instanceof ArrayShape.Range range) {
            entry = range.entry(attempt.ordinal());
        } else if (job.array() instanceof ArrayShape.Listed && !DeclaredOutputs.areFixed(job.outputs())) {
            Optional<Entry> stored = history.entry(attempt.job(), attempt.ordinal());
            if (stored.isEmpty()) {
                return null;
            }
            entry = stored.get();
        }
        return DeclaredOutputs.of(job.outputs(), Placeholders.of(job.array(), entry, attempt.ordinal()));
    }

    private @Nullable Declared declared(JobId id) throws StoreException {
        synchronized (known) {
            Declared before = known.get(id);
            if (before != null) {
                return before;
            }
        }
        JobSpec spec = history.outline(id).map(job -> job.spec()).orElse(null);
        if (spec == null) {
            return null;
        }
        List<OutputFile> outputs = spec.aside().outputs() == 0
                ? spec.outputs()
                : history.files(id).map(JobFiles::outputs).orElse(List.of());
        Declared read = new Declared(spec.array(), outputs);
        if (read.outputs().size() <= MOST_NAMES) {
            synchronized (known) {
                known.put(id, read);
                if (known.size() > MOST_JOBS) {
                    known.remove(known.keySet().iterator().next());
                }
            }
        }
        return read;
    }
}
