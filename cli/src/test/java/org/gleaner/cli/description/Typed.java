package org.gleaner.cli.description;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gleaner.cli.access.Hints;
import org.gleaner.cli.verb.SubmitVerb;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.description.SeveralJobs;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.terminal.argument.ArgumentParser;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;

/** Describes jobs as {@code submit} does, in a directory of the test, without a server. */
final class Typed {
    private final Path directory;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    Typed(Path directory) {
        this.directory = directory;
    }

    Typed file(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
        return this;
    }

    private Surroundings here() {
        PrintStream out = new PrintStream(err, true, UTF_8);
        return new Surroundings(
                directory.resolve("home"),
                directory,
                Map.of("LANGUAGE_HERE", "de", "HOME", directory.resolve("ann").toString()),
                new Surroundings.Streams(new ByteArrayInputStream("x\ny\n".getBytes(UTF_8)), out, out, false, false),
                List.of("gleaner"));
    }

    JobDescription job(String... words) throws CliFailure, IOException {
        SubmitVerb verb = new SubmitVerb();
        Arguments typed = ArgumentParser.parse(verb.syntax(), List.of(words));
        try {
            return TypedJob.describe(TypedJob.complete(typed, verb.syntax(), here()), here());
        } catch (ClientFailure failure) {
            throw Hints.told(failure, "submit");
        }
    }

    SeveralJobs several(String... words) throws CliFailure, ClientFailure, IOException {
        SubmitVerb verb = new SubmitVerb();
        return TypedJob.several(ArgumentParser.parse(verb.syntax(), List.of(words)), verb.syntax(), here())
                .orElseThrow();
    }

    /** The three lines of a refusal, which must be one of bad usage. */
    String refusal(String... words) {
        CliFailure failure = catchThrowableOfType(CliFailure.class, () -> job(words));
        assertThat(failure).as(String.join(" ", words)).isNotNull();
        assertThat(failure.exit()).isEqualTo(Exit.USAGE);
        assertThat(failure.why()).isNotBlank();
        assertThat(failure.next()).isNotBlank();
        return failure.what() + "\n" + failure.why() + "\n" + failure.next();
    }

    String said() {
        return err.toString(UTF_8);
    }
}
