package org.gleaner.client.executor;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The classes that a class file names, as paths ({@code java/util/List}): all that its constants could mean, so perhaps
 * more than it uses.
 *
 * @param release the Java release that it needs at least
 */
record ClassNames(int release, Set<String> names) {
    private static final int MAGIC = 0xcafebabe;
    /** Class files of Java 1 had version 45. */
    private static final int BEFORE_JAVA = 44;

    ClassNames {
        names = Set.copyOf(names);
    }

    static ClassNames of(InputStream bytes) throws IOException {
        DataInputStream in = new DataInputStream(bytes);
        if (in.readInt() != MAGIC) {
            throw new IOException("this is not a class file");
        }
        int unused = in.readUnsignedShort();
        int release = in.readUnsignedShort() - BEFORE_JAVA;
        Set<String> names = new LinkedHashSet<>();
        int count = in.readUnsignedShort();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            if (tag == 1) {
                take(in.readUTF(), names);
            } else {
                in.skipNBytes(length(tag));
                // A long or a double takes two numbers.
                i += tag == 5 || tag == 6 ? 1 : 0;
            }
        }
        return new ClassNames(release, names);
    }

    private static int length(int tag) throws IOException {
        return switch (tag) {
            case 7, 8, 16, 19, 20 -> 2;
            case 15 -> 3;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case 5, 6 -> 8;
            default -> throw new IOException("a class file has no constant of kind " + tag);
        };
    }

    /** A text may be the name of a class, or a descriptor or signature with some. */
    private static void take(String text, Set<String> names) {
        if (text.indexOf('/') > 0 && text.indexOf(';') < 0 && text.indexOf(' ') < 0) {
            names.add(text);
        }
        for (int at = text.indexOf('L'); at >= 0; at = text.indexOf('L', at + 1)) {
            int end = at + 1;
            while (end < text.length() && ";<.:(".indexOf(text.charAt(end)) < 0) {
                end++;
            }
            if (end < text.length() && end > at + 1) {
                names.add(text.substring(at + 1, end));
            }
        }
        // Classes without a package, which is where first programs are.
        if (!text.isEmpty() && text.length() < 200 && text.chars().allMatch(Character::isJavaIdentifierPart)) {
            names.add(text);
        }
    }
}
