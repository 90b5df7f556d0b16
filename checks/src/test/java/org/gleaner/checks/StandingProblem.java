package org.gleaner.checks;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.gleaner.client.problem.Algorithm;
import org.gleaner.client.problem.DataManager;
import org.jspecify.annotations.Nullable;

/** One unit, which stands still for ever where it is computed first. It is a file that nobody has made yet. */
public final class StandingProblem extends DataManager<String, String, String> {
    private static final long serialVersionUID = 1;

    private final String file;
    private boolean given;
    private String found = "";

    public StandingProblem(String file) {
        this.file = file;
    }

    @Override
    public @Nullable String next() {
        if (given) {
            return null;
        }
        given = true;
        return file;
    }

    @Override
    public void merge(String unit, String result) {
        found = result;
    }

    @Override
    public boolean isFinished() {
        return !found.isEmpty();
    }

    @Override
    public String answer() {
        return found;
    }

    public static final class Stand implements Algorithm<String, String> {
        @Override
        public String compute(String file) throws IOException, InterruptedException {
            try {
                Files.createFile(Path.of(file));
            } catch (FileAlreadyExistsException second) {
                return "computed";
            }
            new CountDownLatch(1).await();
            return "";
        }
    }
}
