package org.gleaner.core.desk;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.attempt.Resumption;
import org.gleaner.core.grid.Command.Taking;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.job.Placeholders;
import org.gleaner.core.message.Start;
import org.gleaner.core.store.History;
import org.jspecify.annotations.Nullable;

/** The starts of one answer while they are completed. Confined to one errand. */
final class StartCompletion {
    /** As many files of its own as agents take with one task. */
    static final int MOST_OWN = 10_000;

    /** @param known what was found for starts before */
    record Sources(History history, TakenFiles taken, KnownFiles known) {}

    private final Sources sources;
    private final ResultShelf.Hold hold;
    private final long mostBytes;
    private final List<Start> starts = new ArrayList<>();
    private final List<Taking> takings = new ArrayList<>();
    /** Of each job once: so it is sent. */
    private final Map<JobId, Optional<Common>> jobs = new TreeMap<>();

    private final Map<JobId, KnownFiles.Known> found = new TreeMap<>();

    private long bytes;

    /**
     * What all tasks of a job get.
     *
     * @param laid null if they take nothing of others
     * @param more whether each takes something for itself
     */
    private record Common(JobSpec spec, @Nullable LaidFiles laid, boolean more) {}

    StartCompletion(Sources sources, ResultShelf.Hold hold, long mostBytes) {
        this.sources = sources;
        this.hold = hold;
        this.mostBytes = mostBytes;
    }

    List<Start> starts() {
        return starts;
    }

    /** What is to be noted before they are told. */
    List<Taking> takings() {
        return takings;
    }

    /** What is to be known of later starts of these jobs, as soon as it is noted. */
    Map<JobId, KnownFiles.Known> found() {
        return found;
    }

    /** False if it does not fit any more. A job that was deleted meanwhile has nothing in the store and is left out. */
    boolean take(Start start) throws StoreException {
        JobId job = start.attempt().job();
        Optional<Common> known = jobs.get(job);
        boolean first = known == null;
        Optional<Common> common = known == null ? common(job, start.spec()) : known;
        jobs.put(job, common);
        Optional<Entry> entry = common.isEmpty() ? Optional.empty() : entry(start);
        boolean listed = start.entry() == null && start.spec().array() instanceof ArrayShape.Listed;
        if (common.isEmpty() || (listed && entry.isEmpty())) {
            return true;
        }
        Entry own = entry.orElse(start.entry());
        Entry plain = own == null ? new Entry("", List.of()) : own;
        List<InputFile> files = new ArrayList<>();
        LaidFiles laid = common.get().laid();
        List<String> empty = List.of();
        String obstacle = "";
        if (laid != null) {
            LaidFiles mine = laid;
            boolean fresh = first && found.containsKey(job);
            files.addAll(fresh ? laid.taken() : List.of());
            if (common.get().more() || !plain.files().isEmpty()) {
                mine = new LaidFiles(laid, plain.files());
                own = withOwn(start, plain, mine);
                files.addAll(mine.taken());
            }
            obstacle = mine.obstacle();
            empty = mine.directories();
        }
        JobSpec spec = common.get().spec();
        ResumedFiles.Found again =
                obstacle.isEmpty() ? resumed(start.attempt(), spec, own).orElse(null) : null;
        if (laid != null || (again != null && again.resumption() != null)) {
            Resumption resumption = again == null ? null : again.resumption();
            takings.add(new Taking(start.attempt(), files, spec.inputs().size(), obstacle, resumption));
        }
        if (!obstacle.isEmpty()) {
            return true;
        }
        boolean resumed = again != null && !again.files().isEmpty();
        if (again != null && resumed) {
            own = with(again.files(), own == null ? plain : own);
        }
        bytes += (first ? JobWeight.spec(spec) + JobWeight.files(spec) : 0) + (own == null ? 0 : JobWeight.entry(own));
        if (bytes > mostBytes && !starts.isEmpty()) {
            return false;
        }
        starts.add(new Start(start.attempt(), start.lane(), spec, own, start.owner(), resumed, empty, start.expiry()));
        return true;
    }

    /** In a directory that others share, it lies there anyway. */
    private Optional<ResumedFiles.Found> resumed(AttemptId attempt, JobSpec spec, @Nullable Entry own)
            throws StoreException {
        if (attempt.number() == 1
                || !spec.feedback().resume()
                || spec.workplace().directory() != null) {
            return Optional.empty();
        }
        return new ResumedFiles(sources.history(), hold)
                .of(attempt, spec.inputs(), own == null ? List.of() : own.files());
    }

    /** Of two files of one name agents lay that of the entry. */
    private static Entry with(List<InputFile> resumed, Entry entry) {
        Set<String> names = new HashSet<>();
        resumed.forEach(file -> names.add(file.path()));
        List<InputFile> files = new ArrayList<>(entry.files());
        files.removeIf(file -> names.contains(file.path()));
        files.addAll(resumed);
        return new Entry(entry.value(), entry.cells(), files);
    }

    private Entry withOwn(Start start, Entry entry, LaidFiles mine) throws StoreException {
        int ordinal = start.attempt().ordinal();
        Placeholders own = Placeholders.of(start.spec().array(), entry, ordinal);
        sources.taken().ofOne(start.spec(), ordinal, own, mine);
        List<InputFile> files = new ArrayList<>(entry.files());
        files.addAll(mine.taken());
        if (files.size() > MOST_OWN) {
            mine.fail(KeptText.tooManyTaken(MOST_OWN));
        }
        return mine.hasFailed() ? entry : new Entry(entry.value(), entry.cells(), files);
    }

    private Optional<Common> common(JobId job, JobSpec kept) throws StoreException {
        Optional<JobSpec> found = whole(job, kept);
        if (found.isEmpty() || kept.turn().sources().isEmpty()) {
            return found.map(spec -> new Common(spec, null, false));
        }
        JobSpec whole = found.get();
        LaidFiles laid = new LaidFiles(whole.inputs(), hold);
        boolean more = lay(job, whole, laid);
        List<InputFile> inputs = new ArrayList<>(whole.inputs());
        inputs.addAll(laid.taken());
        return Optional.of(new Common(laid.hasFailed() ? whole : whole.withInputs(inputs), laid, more));
    }

    /** Tells whether each task takes others for itself. */
    private boolean lay(JobId job, JobSpec whole, LaidFiles laid) throws StoreException {
        Optional<KnownFiles.Known> before = sources.known().get(job);
        if (before.isPresent()) {
            before.get().files().forEach(laid::adopt);
            before.get().directories().forEach(laid::adopt);
            return before.get().more();
        }
        boolean more = sources.taken().ofAll(whole, laid);
        if (!laid.hasFailed()) {
            found.put(job, new KnownFiles.Known(laid.taken(), laid.directories(), more));
        }
        return more;
    }

    private Optional<JobSpec> whole(JobId job, JobSpec kept) throws StoreException {
        if (kept.aside().inputs() == 0 && kept.aside().outputs() == 0) {
            return Optional.of(kept);
        }
        Optional<JobFiles> files = sources.history().files(job);
        return files.map(kept::with);
    }

    private Optional<Entry> entry(Start start) throws StoreException {
        if (start.entry() != null || !(start.spec().array() instanceof ArrayShape.Listed)) {
            return Optional.ofNullable(start.entry());
        }
        return sources.history().entry(start.attempt().job(), start.attempt().ordinal());
    }
}
