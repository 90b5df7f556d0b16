package org.gleaner.client.description;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.FileFinder;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.LocalFile;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Placeholders;
import org.gleaner.protocol.wording.Quoted;
import org.jspecify.annotations.Nullable;

/**
 * The files that travel: those for every task, and those that {@code each} or an {@code in} with a placeholder
 * gives to one. Two that would be laid under one name are refused. Confined to one call.
 */
final class Inputs {
    /** Beyond this a range with files of its own would be a list too long to send. */
    private static final int MOST_OWN_FILES = 1_000_000;

    private final FileFinder finder;
    private final TaskList tasks;
    private final Map<String, LocalFile> shared = new LinkedHashMap<>();
    /** Names with a placeholder. */
    private final List<String> own = new ArrayList<>();

    private final List<List<LocalFile>> perTask = new ArrayList<>();
    private final Map<Path, String> travelling = new HashMap<>();

    Inputs(FileFinder finder, TaskList tasks) {
        this.finder = finder;
        this.tasks = tasks;
    }

    void find(Draft draft) throws ClientFailure, IOException {
        for (String name : draft.all("in")) {
            if (PlaceholderCheck.has(name, tasks)) {
                own.add(name);
                continue;
            }
            for (LocalFile file : finder.inputs(name)) {
                addOnce(shared, file);
                travelling.put(file.source(), file.path());
            }
        }
        if (own.isEmpty() && tasks.each().isEmpty()) {
            return;
        }
        if (!own.isEmpty() && tasks.shape().size() > MOST_OWN_FILES) {
            throw Draft.unusable(
                    "in", "A job with a file of its own for each task has at most " + MOST_OWN_FILES + " tasks.");
        }
        for (int ordinal = 1; ordinal <= tasks.shape().size(); ordinal++) {
            perTask.add(filesOf(ordinal));
        }
    }

    /** One more for every task; false if it travels already. */
    boolean add(LocalFile file) throws ClientFailure {
        if (travelling.containsKey(file.source())) {
            return false;
        }
        addOnce(shared, file);
        for (List<LocalFile> one : perTask) {
            for (LocalFile other : one) {
                conflict(other.path().equals(file.path()) ? other : null, file);
            }
        }
        travelling.put(file.source(), file.path());
        return true;
    }

    private List<LocalFile> filesOf(int ordinal) throws ClientFailure, IOException {
        Map<String, LocalFile> files = new LinkedHashMap<>();
        if (!tasks.each().isEmpty()) {
            addOnce(files, tasks.each().get(ordinal - 1));
        }
        Placeholders placeholders = Placeholders.of(tasks.shape(), tasks.entry(ordinal), ordinal);
        for (String name : own) {
            String expanded = placeholders.expand(name);
            List<LocalFile> found = finder.named(expanded);
            if (found.isEmpty()) {
                throw finder.none("`in` " + Quoted.word(name) + " matches no file for task " + ordinal + ".", expanded);
            }
            for (LocalFile file : found) {
                addOnce(files, file);
            }
        }
        for (LocalFile file : files.values()) {
            conflict(shared.get(file.path()), file);
            travelling.put(file.source(), file.path());
        }
        return List.copyOf(files.values());
    }

    private static void addOnce(Map<String, LocalFile> files, LocalFile file) throws ClientFailure {
        conflict(files.putIfAbsent(file.path(), file), file);
    }

    private static void conflict(@Nullable LocalFile other, LocalFile file) throws ClientFailure {
        if (other != null && !other.source().equals(file.source())) {
            throw ClientFailure.complete(
                    "Two inputs would get the same name " + file.path() + ".",
                    other.source() + " and " + file.source()
                            + " are both outside this directory, so only their base names count.",
                    "Change to a directory that holds both, or rename one.");
        }
    }

    List<LocalFile> shared() {
        return List.copyOf(shared.values());
    }

    /** Where everything that travels lies here, and under which name tasks find it. */
    Map<Path, String> travelling() {
        return travelling;
    }

    List<InputFile> inputs(Hasher hasher) throws ClientFailure, IOException {
        List<InputFile> files = new ArrayList<>();
        for (LocalFile file : shared.values()) {
            files.add(hasher.input(file));
        }
        return files;
    }

    /** The entries with their files; none if the shape computes them. */
    List<Entry> entries(Hasher hasher) throws ClientFailure, IOException {
        if (perTask.isEmpty()) {
            return tasks.entries();
        }
        List<Entry> entries = new ArrayList<>();
        for (int ordinal = 1; ordinal <= perTask.size(); ordinal++) {
            List<InputFile> files = new ArrayList<>();
            for (LocalFile file : perTask.get(ordinal - 1)) {
                files.add(hasher.input(file));
            }
            Entry entry = tasks.entry(ordinal);
            entries.add(new Entry(entry.value(), entry.cells(), files));
        }
        return entries;
    }

    /** Whether tasks are to have files of their own, but there are none yet. */
    boolean awaitTasks() {
        return !own.isEmpty() && tasks.shape().size() == 0;
    }

    /** A range whose tasks have files of their own must be sent as a list. */
    ArrayShape shape() {
        return perTask.isEmpty() || tasks.shape() instanceof ArrayShape.Listed
                ? tasks.shape()
                : new ArrayShape.Listed(perTask.size());
    }
}
