package org.gleaner.core.desk;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobWeight;

/** What will lie in a task's directory, while it is found out: no two files of one name. Confined to one errand. */
final class LaidFiles {
    private final TreeMap<String, InputFile> all = new TreeMap<>();
    private final TreeMap<String, InputFile> taken = new TreeMap<>();
    /** In which nothing is laid, or not yet. */
    private final TreeSet<String> directories = new TreeSet<>();

    private final ResultShelf.Hold hold;
    private long weight;
    private int asked;
    private String obstacle = "";

    /** @param own files that the job or the task brings itself */
    LaidFiles(List<InputFile> own, ResultShelf.Hold hold) {
        this.hold = hold;
        own.forEach(file -> all.put(file.path(), file));
        this.weight = JobWeight.inputs(own);
    }

    /** Begins with what all tasks of a job get, to go on for one; its own files stand before those of the job. */
    LaidFiles(LaidFiles common, List<InputFile> beside) {
        this(List.copyOf(common.all.values()), common.hold);
        this.obstacle = common.obstacle;
        this.directories.addAll(common.directories);
        for (InputFile file : beside) {
            boolean replaces = all.containsKey(file.path()) && !common.taken.containsKey(file.path());
            if (!replaces && clashes(file.path())) {
                fail(KeptText.twice(file.path()));
            }
            all.put(file.path(), file);
        }
    }

    /** Those that come from others. */
    List<InputFile> taken() {
        return List.copyOf(taken.values());
    }

    /** Directories that others left empty. */
    List<String> directories() {
        return List.copyOf(directories);
    }

    /** How many it was asked to lay. */
    int asked() {
        return asked;
    }

    /** Why not all of it can be had; empty: it can. */
    String obstacle() {
        return obstacle;
    }

    boolean hasFailed() {
        return !obstacle.isEmpty();
    }

    /** The first reason stays. */
    void fail(String why) {
        obstacle = obstacle.isEmpty() ? why : obstacle;
    }

    /** One that was found before. */
    void adopt(InputFile file) {
        if (clashes(file.path())) {
            fail(KeptText.twice(file.path()));
        }
        all.put(file.path(), file);
        taken.put(file.path(), file);
        weight += JobWeight.inputs(List.of(file));
    }

    /** The same of a directory. */
    void adopt(String directory) {
        directories.add(directory);
    }

    /** Makes a directory that is empty where it comes from. Of very many the first are made. */
    void make(TaskId from, String path) {
        if (!isUsable(path)) {
            return;
        }
        if (isBelowFile(path)) {
            fail(KeptText.twice(from, path));
        } else if (directories.size() < Outputs.MOST_DIRECTORIES) {
            directories.add(path);
        }
    }

    /** Whether what is asked for may have this name, and nothing has failed before. */
    private boolean isUsable(String path) {
        asked++;
        if (!hasFailed()) {
            try {
                FilePath.checkNew(path);
            } catch (IllegalArgumentException unusable) {
                fail(String.valueOf(unusable.getMessage()));
            }
        }
        return !hasFailed();
    }

    void lay(TaskId from, ResultFile file, String path) throws StoreException {
        if (!isUsable(path)) {
            return;
        }
        InputFile input = new InputFile(path, file.hash(), file.size(), file.executable());
        if (input.equals(all.get(path))) {
            return;
        }
        weight += JobWeight.inputs(List.of(input));
        if (clashes(path)) {
            fail(KeptText.twice(from, path));
        } else if (all.size() >= JobWeight.NAMES_LIMIT || weight > JobWeight.FILES_LIMIT) {
            fail(KeptText.tooManyTaken(JobWeight.NAMES_LIMIT));
        } else {
            if (file.inline() != null) {
                hold.keep(file);
            }
            all.put(path, input);
            taken.put(path, input);
        }
    }

    /** Nobody can write two files of one name, or a file and something below it. */
    private boolean clashes(String path) {
        String below = all.ceilingKey(path + "/");
        String inside = directories.ceiling(path + "/");
        return isBelowFile(path)
                || directories.contains(path)
                || (below != null && below.startsWith(path + "/"))
                || (inside != null && inside.startsWith(path + "/"));
    }

    private boolean isBelowFile(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            if (all.containsKey(path.substring(0, end))) {
                return true;
            }
        }
        return false;
    }
}
