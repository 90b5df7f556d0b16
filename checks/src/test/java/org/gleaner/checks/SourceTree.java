package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of the repository: what Git tracks or would track, or everything but build output where Git is missing. */
final class SourceTree {
    private static final List<String> NOT_OURS = List.of(".git", "target", ".idea", ".vscode");

    private final Path root;

    SourceTree(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    static SourceTree ofThisBuild() {
        return new SourceTree(Path.of(System.getProperty("gleaner.root", "..")));
    }

    boolean has(String path) {
        return Files.exists(root.resolve(path));
    }

    Path resolve(String path) {
        return root.resolve(path);
    }

    List<SourceFile> files() throws IOException, InterruptedException {
        List<SourceFile> files = new ArrayList<>();
        for (String path : paths()) {
            Path file = root.resolve(path);
            if (Files.isRegularFile(file)) {
                String text = new String(Files.readAllBytes(file), UTF_8);
                if (text.indexOf('\0') < 0) {
                    files.add(new SourceFile(path, text));
                }
            }
        }
        return files;
    }

    private List<String> paths() throws IOException, InterruptedException {
        if (!has(".git")) {
            return walked();
        }
        Process git = new ProcessBuilder("git", "ls-files", "--cached", "--others", "--exclude-standard")
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String listed = new String(git.getInputStream().readAllBytes(), UTF_8);
        return git.waitFor() == 0 ? listed.lines().distinct().toList() : walked();
    }

    private List<String> walked() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(root::relativize)
                    .filter(path -> Stream.iterate(path, Path::getParent)
                            .takeWhile(part -> part != null)
                            .noneMatch(part -> NOT_OURS.contains(String.valueOf(part.getFileName()))))
                    .map(path -> path.toString().replace('\\', '/'))
                    .filter(path -> !path.isEmpty())
                    .sorted()
                    .toList();
        }
    }
}
