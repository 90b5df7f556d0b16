package org.gleaner.client.description;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.client.file.FileFinder;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.wording.Quoted;

/**
 * Words of a command that name files here which no task will find: they are not sent, or under another name. A word may
 * be meant otherwise, and machines may have a file of that name, so nothing is refused. Confined to one call.
 */
final class FilesLeftBehind {
    private static final int MOST_NAMED = 3;

    private final Path directory;
    /** Where files that travel lie here, with the names under which tasks find them. */
    private final Map<Path, String> travelling;
    /** What tasks get in another way, or make. */
    private final Set<Path> there = new HashSet<>();

    private final boolean maybeUnpacked;
    private final Set<String> unsent = new LinkedHashSet<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    /** @param coming what comes from other jobs */
    FilesLeftBehind(Draft draft, Path directory, Map<Path, String> travelling, Set<Path> coming) {
        this.directory = directory.normalize();
        this.travelling = travelling;
        this.there.addAll(coming);
        draft.all("out").forEach(this::made);
        draft.all("out-optional").forEach(this::made);
        // Directories in particular: an archive holds a whole tree.
        this.maybeUnpacked = draft.has("in-archive") || draft.has("setup");
    }

    /** One sentence each; a shared directory has everything there as here. */
    static List<String> of(Draft draft, Path directory, Map<Path, String> travelling, Set<Path> coming) {
        if (draft.has("cwd")) {
            return List.of();
        }
        FilesLeftBehind behind = new FilesLeftBehind(draft, directory, travelling, coming);
        behind.look(draft.command());
        String line = draft.text("shell");
        if (line != null) {
            List<List<String>> commands = ShellWords.commands(line);
            commands.forEach(behind::written);
            commands.forEach(behind::look);
        }
        return behind.told();
    }

    private void made(String name) {
        try {
            there.add(directory.resolve(name).normalize());
        } catch (InvalidPathException noName) {
            // Then it names nothing that is here.
        }
    }

    /** What a command of a shell line writes to, with a blank behind the sign or not. */
    private void written(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals(">") && i + 1 < words.size()) {
                made(words.get(i + 1));
            } else if (word.startsWith(">")) {
                made(word.substring(1));
            }
        }
    }

    private void look(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            word = word.startsWith("<") ? word.substring(1) : word;
            // A bare first word is looked up in the search path, there as here.
            if (i > 0 || word.indexOf('/') >= 0) {
                look(word, i == 0);
                look(word.substring(word.indexOf('=') + 1), i == 0);
            }
        }
    }

    private void look(String word, boolean program) {
        if (word.isEmpty() || word.indexOf('{') >= 0 || word.startsWith(">")) {
            return;
        }
        Path file;
        try {
            file = directory.resolve(word).normalize();
        } catch (InvalidPathException noName) {
            return;
        }
        boolean inside = file.startsWith(directory) && !file.equals(directory);
        if (FileFinder.isFile(directory, word)) {
            boolean ofMachine = Path.of(word).isAbsolute() && !inside;
            if (!ofMachine && !there.contains(file) && !(program && maybeUnpacked)) {
                file(word, file);
            }
        } else if (Files.isDirectory(file) && inside && !program && !maybeUnpacked && !isThere(file)) {
            unsent.add(word);
        }
    }

    private void file(String word, Path file) {
        String laid = travelling.get(file);
        if (laid == null) {
            unsent.add(word);
        } else if (Path.of(word).isAbsolute() || !Path.of(word).normalize().equals(Path.of(laid))) {
            warnings.add("tasks find " + Quoted.word(word) + " as " + Quoted.word(laid)
                    + " in their directory; write that in the command.");
        }
    }

    /** As with files; but one that the command makes is here after the first run, too. */
    private boolean isThere(Path named) {
        return travelling.keySet().stream().anyMatch(file -> file.startsWith(named))
                || there.stream().anyMatch(file -> file.startsWith(named));
    }

    private List<String> told() {
        List<String> told = new ArrayList<>();
        if (!unsent.isEmpty()) {
            List<String> named =
                    unsent.stream().limit(MOST_NAMED).map(Quoted::word).toList();
            int more = unsent.size() - named.size();
            boolean one = unsent.size() == 1;
            told.add(String.join(", ", named) + (more == 0 ? "" : " and " + Counted.of(more, "other file"))
                    + (one ? " is" : " are") + " here but not sent, so tasks will not find " + (one ? "it" : "them")
                    + "; add `in` " + String.join(" `in` ", named) + (more == 0 ? "" : " …") + ".");
        }
        told.addAll(warnings);
        return told;
    }
}
