package org.gleaner.agent.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.core.job.RuntimeVersion;

/**
 * How to ask for the version of one runtime.
 *
 * @param name the word that jobs ask for it by
 * @param command a program that is searched for, with arguments that make it print its version
 * @param version what to look for in what it prints; the first group is the version
 */
public record Probe(String name, List<String> command, Pattern version) {
    private static final String NUMBERS = "([0-9]{1,9}(?:\\.[0-9]{1,9}){0,5})";
    private static final int MOST_MATCHES = 100;

    /** Up to 8, it called itself 1.8. */
    static final Probe JAVA = of("java", "version \"(?:1\\.)?" + NUMBERS, "java", "-version");

    /** Of those with one name, the first that answers counts. */
    public static final List<Probe> USUAL = List.of(
            of("python", "Python " + NUMBERS, "python3", "--version"),
            of("python", "Python " + NUMBERS, "python", "--version"),
            JAVA,
            of("perl", "^" + NUMBERS + "$", "perl", "-e", "printf '%vd', $^V"),
            of("r", "R version " + NUMBERS, "R", "--version"),
            of("octave", "Octave, version " + NUMBERS, "octave-cli", "--version"),
            of("octave", "Octave, version " + NUMBERS, "octave", "--version"),
            // Compilers before 7 know only the second of the two and ignore the first.
            of("gcc", "^" + NUMBERS + "$", "gcc", "-dumpfullversion", "-dumpversion"),
            of("g++", "^" + NUMBERS + "$", "g++", "-dumpfullversion", "-dumpversion"),
            of("dotnet", "^Microsoft\\.NETCore\\.App " + NUMBERS, "dotnet", "--list-runtimes"),
            of("mono", "Mono JIT compiler version " + NUMBERS, "mono", "--version"),
            of("gams", "(?i)GAMS(?: Release *:?)? +" + NUMBERS, "gams", "?", "lo=3"),
            of("node", "^v" + NUMBERS, "node", "--version"),
            of("bash", "bash, version " + NUMBERS, "bash", "--version"));

    public Probe {
        new RuntimeVersion(name, "");
        command = List.copyOf(command);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a runtime has a command that prints its version");
        }
    }

    private static Probe of(String name, String version, String... command) {
        return new Probe(name, List.of(command), Pattern.compile(version, Pattern.MULTILINE));
    }

    /** One that a site names, {@code NAME=COMMAND}: a line for the shell, and the first version that it prints. */
    public static Probe named(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || text.substring(equals + 1).isBlank()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not NAME=COMMAND, such as matlab=/opt/matlab/bin/version.sh");
        }
        String shown = "(?s)\\A.*?(?<![\\w.])v?" + NUMBERS;
        return of(
                text.substring(0, equals).strip(),
                shown,
                "sh",
                "-c",
                text.substring(equals + 1).strip());
    }

    /** What it printed means this; of several versions the highest, and nothing if there is none. */
    Optional<RuntimeVersion> read(String printed) {
        List<RuntimeVersion> found = new ArrayList<>();
        Matcher match = version.matcher(printed);
        while (found.size() < MOST_MATCHES && match.find()) {
            found.add(new RuntimeVersion(name, match.group(1)));
        }
        return found.stream().reduce((one, other) -> one.satisfies(other) ? one : other);
    }
}
