package org.gleaner.client.description;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.FileFinder;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.LocalFile;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Workplace;

/** What a draft says about the surroundings of a task. */
final class WorkplaceTexts {
    private WorkplaceTexts() {}

    static Workplace of(Draft draft, Place here, FileFinder finder, Hasher hasher) throws ClientFailure, IOException {
        return new Workplace(
                variables(draft, here),
                draft.text("cwd"),
                draft.text("setup"),
                archives(draft, here, finder, hasher),
                draft.has("network"));
    }

    private static Map<String, String> variables(Draft draft, Place here) throws ClientFailure {
        Map<String, String> variables = new TreeMap<>();
        for (String text : draft.all("env")) {
            int equals = text.indexOf('=');
            String name = equals < 0 ? text : text.substring(0, equals);
            String value = equals < 0 ? here.environment().get(text) : text.substring(equals + 1);
            if (value == null) {
                throw Draft.unusable(
                        "env", "The variable " + text + " is not set here; write " + text + "=VALUE, or set it.");
            }
            if (FilePath.isAltered(value)) {
                throw Draft.unusable("env", "The value of " + name + " is not UTF-8 text.");
            }
            if (variables.containsKey(name)) {
                throw Draft.unusable("env", "The variable " + name + " is given twice.");
            }
            variables.put(name, value);
        }
        return variables;
    }

    private static List<InputFile> archives(Draft draft, Place here, FileFinder finder, Hasher hasher)
            throws ClientFailure, IOException {
        List<InputFile> archives = new ArrayList<>();
        for (String name : draft.all("in-archive")) {
            if (!Files.isRegularFile(here.file(name))) {
                throw Draft.unusable("in-archive", "There is no file " + name + " here.");
            }
            LocalFile file = finder.named(name).get(0);
            ArchiveCheck.readable(file.source());
            archives.add(hasher.input(file));
        }
        return archives;
    }
}
