package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is to be known of a file that attempts share. In numbers, as the names of users and groups are looked up in
 * files, which takes longer than all the rest.
 *
 * @param unchanging whose it is, what others may do with it, and which one it is
 */
record FileTraits(Path file, List<Object> unchanging, long size) {
    private static final String SIZE = "size";
    private static final List<String> UNCHANGING = List.of("mode", "uid", "gid", "dev", "ino");
    private static final String WANTED = "unix:" + SIZE + "," + String.join(",", UNCHANGING);
    private static final int KIND = 0170000;
    private static final int REGULAR = 0100000;

    static FileTraits of(Path file) throws IOException {
        Map<String, Object> all = Files.readAttributes(file, WANTED, LinkOption.NOFOLLOW_LINKS);
        List<Object> unchanging = UNCHANGING.stream()
                .map(name -> Objects.requireNonNull(all.get(name)))
                .toList();
        return new FileTraits(file, unchanging, (Long) Objects.requireNonNull(all.get(SIZE)));
    }

    static boolean areAlike(List<FileTraits> some, List<FileTraits> others) {
        return some.stream()
                .map(FileTraits::unchanging)
                .toList()
                .equals(others.stream().map(FileTraits::unchanging).toList());
    }

    int mode() {
        return (Integer) unchanging.get(0);
    }

    boolean isRegular() {
        return (mode() & KIND) == REGULAR;
    }

    boolean isWritten() {
        return isRegular() && size > 0;
    }
}
