package org.gleaner.lab.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws archives whose entries are mostly links: to what is above, to each other, in chains and loops, and names that
 * lead through them. Few short names, so that entries meet each other often. Confined to one thread.
 */
final class LinkGrammar {
    private static final List<String> PARTS = List.of("d", "e", "x", "y", "D", "X", "secret", "e\u0301", "\u00e9");
    private static final List<String> ODD_PARTS = List.of(
            "..", ".", "", " ", "a\\b", "C:", "con", "-rf", "\u202e", "\ud83d\ude00", "n".repeat(255), "n".repeat(300));
    private static final int MOST_ENTRIES = 12;
    private static final int DEEPEST = 9;

    private final Dice dice;
    private final List<String> outside;
    /** Names that were drawn, so that later ones lead through them. */
    private final List<String> names = new ArrayList<>();

    /** @param outside paths that must stay as they are */
    LinkGrammar(Dice dice, List<String> outside) {
        this.dice = dice;
        this.outside = outside;
    }

    /** @param kind as tar writes it: 0 file, 1 hard link, 2 symbolic link, 5 directory */
    record Entry(String name, char kind, String link) {
        @Override
        public String toString() {
            return kind + " " + name + (link.isEmpty() ? "" : " -> " + link);
        }
    }

    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (int i = 1 + dice.below(MOST_ENTRIES); i > 0; i--) {
            String name = name();
            char kind = dice.of(List.of('0', '0', '1', '2', '2', '2', '2', '5'));
            String link = kind == '2' ? target(name) : kind == '1' ? known() : "";
            entries.add(new Entry(name, kind, link));
            names.add(name);
        }
        return entries;
    }

    private String name() {
        String name = part();
        if (!names.isEmpty() && dice.oneIn(4)) {
            // The same again, below it, or by way of it many times over.
            String known = known();
            name = switch (dice.below(4)) {
                case 0 -> known;
                case 1 -> known + "/" + name;
                case 2 -> (known + "/").repeat(1 + dice.below(3)) + name;
                default -> known + "/" + known() + "/" + name;
            };
        } else {
            for (int depth = dice.below(dice.oneIn(8) ? DEEPEST : 3); depth > 0; depth--) {
                name += "/" + part();
            }
        }
        return (dice.oneIn(20) ? "./" : "") + name + (dice.oneIn(20) ? "/" : "");
    }

    private String known() {
        return names.isEmpty() ? part() : dice.of(names);
    }

    private String part() {
        return dice.oneIn(120) ? dice.of(ODD_PARTS) : dice.of(PARTS);
    }

    /** Where a symbolic link leads: mostly no further up than its name lies deep, as that is what is let through. */
    private String target(String name) {
        int depth = (int) name.chars().filter(c -> c == '/').count();
        String up = "../".repeat(dice.below(depth + 1));
        return switch (dice.below(dice.oneIn(6) ? 10 : 6)) {
            case 0, 1 -> up + known();
            case 2 -> up + part() + "/" + part();
            case 3 -> "../".repeat(depth) + known() + "/" + part();
            case 4 -> up.isEmpty() ? "." : up.substring(0, up.length() - 1);
            case 5 -> up + ".";
            case 6 -> "../".repeat(1 + dice.below(DEEPEST)) + part();
            case 7 -> part() + "/" + "../".repeat(1 + dice.below(3)) + part();
            case 8 -> known() + "/..";
            default -> dice.of(outside);
        };
    }

    static byte[] tar(List<Entry> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Entry entry : entries) {
            // Every name in the long form, which takes all lengths and letters.
            SeedFiles.block(bytes, "long", 'L', (entry.name() + "\0").getBytes(UTF_8));
            if (!entry.link().isEmpty()) {
                SeedFiles.block(bytes, "long", 'K', (entry.link() + "\0").getBytes(UTF_8));
            }
            SeedFiles.block(bytes, "short", entry.kind(), entry.kind() == '0' ? "inside".getBytes(UTF_8) : new byte[0]);
        }
        SeedFiles.end(bytes);
        return bytes.toByteArray();
    }
}
