package org.gleaner.server.blob;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.protocol.message.Content;

/** The folder of what has not arrived as a whole. The name of each file ends with a mark of its uploader. */
record PartialFiles(Path folder) {
    private static final int DIGITS = 16;

    /** The file in which something of this uploader arrives. */
    Path file(String name, String uploader) {
        return folder.resolve(name + "." + key(uploader));
    }

    /** All files of this uploader; if it has no name, of anybody. */
    List<Path> of(String uploader) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, file -> isOf(file, uploader))) {
            files.forEach(found::add);
        }
        return found;
    }

    static boolean isOf(Path file, String uploader) {
        return uploader.isEmpty() || file.getFileName().toString().contains("." + key(uploader));
    }

    private static String key(String uploader) {
        return Content.hash(uploader.getBytes(StandardCharsets.UTF_8)).hex().substring(0, DIGITS);
    }
}
