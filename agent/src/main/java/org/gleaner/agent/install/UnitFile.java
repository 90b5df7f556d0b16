package org.gleaner.agent.install;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What systemd is told about the agent.
 *
 * @param place where the file lies
 * @param user as whom a service of the whole machine runs; null: it is a service of one person
 * @param command what starts the agent
 */
public record UnitFile(Path place, @Nullable String user, List<String> command) {
    static final String NAME = "gleaner-agent.service";
    static final String SLICE = "gleaner.slice";

    private static final String START = "ExecStart=";
    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|(\\S+)");
    private static final String HEAD = "# Written by 'gleaner agent install'; 'gleaner agent uninstall' removes it.\n";

    public UnitFile {
        command = List.copyOf(command);
    }

    String text() {
        return HEAD
                + "[Unit]\n"
                + "Description=Gleaner agent: runs a pool's tasks on this machine\n"
                + (user == null ? "" : "Wants=network-online.target\nAfter=network-online.target\n")
                + "StartLimitIntervalSec=0\n"
                + "\n[Service]\n"
                + "Type=exec\n"
                + (user == null ? "" : "User=" + user + "\n")
                + START + words(command) + "\n"
                + "Restart=on-failure\n"
                + "RestartSec=30\n"
                // Only the agent is asked to stop; it ends its tasks itself, and what is left then is killed.
                + "KillMode=mixed\n"
                // A machine that goes down does not wait for us.
                + "TimeoutStopSec=5\n"
                + "UMask=0077\n"
                + "Slice=" + SLICE + "\n"
                + "Delegate=yes\n"
                + "\n[Install]\n"
                + "WantedBy=" + (user == null ? "default.target" : "multi-user.target") + "\n";
    }

    /**
     * The kernel shares a busy machine among slices before it looks at anybody's priority, and all have the same weight
     * of 100: beside those of people and of services, tasks of the lowest priority would get a third. With this weight
     * a busy machine leaves them and the agent, which goes before them, about 2 %.
     */
    static String slice() {
        return HEAD + "[Unit]\nDescription=Gleaner tasks\n\n[Slice]\nCPUWeight=2\n";
    }

    /** Words as a unit file writes them. */
    public static String words(List<String> words) {
        return words.stream().map(UnitFile::quoted).collect(Collectors.joining(" "));
    }

    /** The words of a line that {@link #words} wrote. */
    private static List<String> read(String line) {
        return WORD.matcher(line)
                .results()
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .map(word -> word.replace("$$", "$").replace("%%", "%").replaceAll("\\\\(.)", "$1"))
                .toList();
    }

    /** The file that follows a flag in the command of a unit. */
    public static Optional<Path> flag(String unit, String flag) {
        for (String line : unit.lines().filter(any -> any.startsWith(START)).toList()) {
            List<String> words = read(line.substring(START.length()));
            int at = words.lastIndexOf(flag);
            if (at >= 0 && at + 1 < words.size()) {
                return Optional.of(Path.of(words.get(at + 1)));
            }
        }
        return Optional.empty();
    }

    /** Systemd reads quotes, backslashes, percent signs and dollars in a command. */
    private static String quoted(String word) {
        String plain = word.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("%", "%%")
                .replace("$", "$$");
        return word.matches("[A-Za-z0-9_./:=#@,+-]+") ? plain : "\"" + plain + "\"";
    }
}
