package org.gleaner.client.description;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.TakenFile;
import org.gleaner.protocol.problem.SystemWords;

/**
 * What somebody wrote as {@code in-from}: {@code 7:out.csv}, {@code 7.3:out.csv=part.csv}, {@code name:prep:res/}, or
 * {@code 7} for all that it leaves.
 *
 * @param selector the jobs or tasks that leave it
 */
public record InFrom(String selector, TakenFile file) {
    private static final Pattern FORM = Pattern.compile("((?:(?:name|type|state):)?[^:]+)(?::([^=]*)(?:=(.*))?)?");

    /** All of a draft. */
    public static List<InFrom> of(Draft draft) throws ClientFailure {
        List<InFrom> all = new ArrayList<>();
        for (String text : draft.all("in-from")) {
            all.add(parse(text));
        }
        return all;
    }

    public static InFrom parse(String text) throws ClientFailure {
        Matcher match = FORM.matcher(text);
        if (!match.matches()) {
            throw Draft.unusable("in-from", "'" + text + "' does not name a job; write JOB:FILE, such as 7:out.csv.");
        }
        if (text.endsWith(":")) {
            throw Draft.unusable(
                    "in-from",
                    "'" + text + "' does not name a file; write " + match.group(1) + " for all outputs, or"
                            + " " + match.group(1)
                            + ":FILE.");
        }
        String path = match.group(2) == null ? "" : match.group(2);
        String to = match.group(3) == null ? "" : match.group(3);
        try {
            boolean slash = path.length() > 1 && path.endsWith("/");
            return new InFrom(match.group(1), new TakenFile(slash ? path.substring(0, path.length() - 1) : path, to));
        } catch (IllegalArgumentException unusable) {
            throw Draft.unusable("in-from", SystemWords.sentence(unusable));
        }
    }

    /** Where files will lie that come this way, as if they travelled from here; what depends on tasks is guessed. */
    static Set<Path> places(Draft draft, Path directory) throws ClientFailure {
        Set<Path> places = new TreeSet<>();
        for (InFrom one : of(draft)) {
            places.add(directory.resolve("parts/1"));
            for (String name : List.of(one.file.path(), one.file.to())) {
                places.add(directory.resolve(name).normalize());
            }
        }
        places.remove(directory.normalize());
        return places;
    }
}
