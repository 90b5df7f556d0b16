package org.gleaner.checks;

import java.util.List;

/** One text file of the repository, by its path from the root with forward slashes. Immutable. */
record SourceFile(String path, String text) {
    boolean isJava() {
        return path.endsWith(".java");
    }

    boolean isTest() {
        return path.contains("/src/test/");
    }

    boolean isMarkdown() {
        return path.endsWith(".md");
    }

    List<String> lines() {
        return text.lines().toList();
    }

    String folder() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
