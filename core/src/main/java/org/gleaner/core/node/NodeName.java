package org.gleaner.core.node;

import java.text.Normalizer;
import java.util.List;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Unseen;

/** The one rule for what a node may be called, whatever its host is called. */
public final class NodeName {
    /** As long as Linux lets the name of a host be; lists of nodes stay readable. */
    private static final int LONGEST = 64;

    /** Words that stand for several things wherever they are typed. */
    private static final List<String> WORDS = List.of("all", "last");

    private static final String NAMELESS = "unnamed";

    private NodeName() {}

    /**
     * What is seen of a name: no blanks around it, one between its words, letters in their usual form. Names that
     * differ only in the rest would look the same.
     */
    public static String plain(String asked) {
        StringBuilder seen = new StringBuilder();
        Normalizer.normalize(asked, Normalizer.Form.NFKC)
                .codePoints()
                .map(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) ? ' ' : c)
                .filter(c -> c == ' ' || !Unseen.isUnseen(c))
                .forEach(seen::appendCodePoint);
        String name = seen.toString().replaceAll(" +", " ").strip();
        if (name.isEmpty()) {
            return NAMELESS;
        }
        return name.codePointCount(0, name.length()) <= LONGEST
                ? name
                : name.substring(0, name.offsetByCodePoints(0, LONGEST)).stripTrailing();
    }

    /** Whether it already means something else where people name a node. */
    public static boolean isReserved(String name) {
        return NodeId.isWritten(name) || WORDS.contains(name);
    }
}
