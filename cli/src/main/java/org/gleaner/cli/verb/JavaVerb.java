package org.gleaner.cli.verb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.protocol.http.HomeDirectory;
import org.gleaner.protocol.program.ProgramJar;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;
import org.gleaner.terminal.verb.VersionVerb;

/** Hands out what Java programs need to use a pool. */
public final class JavaVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "java",
                        "write the library with which Java programs use the pool",
                        Operands.of("jar [FILE] | install [REPOSITORY]", 1, 2))
                .example("gleaner java jar", "writes gleaner-client.jar: java -cp gleaner-client.jar Pi.java")
                .example("gleaner java install", "for Maven and Gradle, into ~/.m2/repository")
                .example("gleaner java install /srv/repository", "into another local repository");
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        String word = arguments.operand(0, "");
        String operand = arguments.operand(1, "");
        if (!word.equals("jar") && !word.equals("install")) {
            throw CliFailure.usage(
                    "Invalid arguments for 'gleaner java'.",
                    "It takes jar [FILE] or install [REPOSITORY].",
                    Arguments.seeHelp("java"));
        }
        if (word.equals("jar")) {
            Path file = here.file(operand.isEmpty() ? JavaJar.ARTIFACT + ".jar" : operand);
            Path target = Files.isDirectory(file) ? file.resolve(JavaJar.ARTIFACT + ".jar") : file;
            Path directory = target.toAbsolutePath().getParent();
            if (directory != null && !Files.isDirectory(directory)) {
                throw CliFailure.usage(
                        "Can't write the library " + target + ".",
                        "There is no directory " + directory + ".",
                        "Create it, or choose another one.");
            }
            library().write(target);
            here.out().println(target);
            return Exit.OK;
        }
        JavaJar jar = library();
        Path repository = operand.isEmpty()
                ? HomeDirectory.person(here.environment(), System.getProperty("user.home", "."))
                        .resolve(".m2/repository")
                : here.file(operand);
        here.out().println(jar.install(repository));
        here.out().print("""
                <dependency>
                  <groupId>%s</groupId>
                  <artifactId>%s</artifactId>
                  <version>%s</version>
                </dependency>
                """.formatted(JavaJar.GROUP, JavaJar.ARTIFACT, jar.version()));
        return Exit.OK;
    }

    private static JavaJar library() throws CliFailure {
        return new JavaJar(program(), VersionVerb.version());
    }

    private static Path program() throws CliFailure {
        return ProgramJar.running()
                .orElseThrow(() -> CliFailure.refused(
                        "There is no library to write.",
                        "It is taken out of gleaner.jar, and this program runs from separate classes.",
                        "Build the jar, and start that: ./gleaner java jar"));
    }
}
