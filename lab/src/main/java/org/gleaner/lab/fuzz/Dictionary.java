package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What fuzzers say instead of something right: the lists of {@code words.json}. A list among its words is one word: its
 * texts joined, each as often as the number behind it says.
 */
final class Dictionary {
    private static final Tree.Members LISTS = Operation.object(read("words.json"), "the lists");

    private Dictionary() {}

    static List<String> of(String name) {
        return items(LISTS.get(name)).stream().map(Dictionary::word).toList();
    }

    private static String word(Tree item) {
        StringBuilder word = new StringBuilder();
        String last = "";
        for (Tree part : item instanceof Tree.Items list ? list.items() : List.of(item)) {
            boolean isCount = part instanceof Tree.Verbatim;
            last = isCount ? last.repeat(Integer.parseInt(Tree.text(part, "")) - 1) : Tree.text(part, "");
            word.append(last);
        }
        return word.toString();
    }

    private static List<Tree> items(@Nullable Tree list) {
        if (list instanceof Tree.Items items) {
            return items.items();
        }
        throw new IllegalStateException("words.json has no such list");
    }

    private static Tree read(String name) {
        try {
            return Tree.read(bytes(name));
        } catch (IOException damaged) {
            throw new UncheckedIOException(name + " can't be read", damaged);
        }
    }

    /** A file beside this class. */
    static byte[] bytes(String name) {
        try (InputStream in = Dictionary.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks " + name);
            }
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(name + " can't be read", broken);
        }
    }
}
