package org.gleaner.agent.run;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.ShellWord;
import org.gleaner.core.job.CutText;
import org.jspecify.annotations.Nullable;

/**
 * What the last shell before a task's command reads from its standard input, and then becomes the command. All that a
 * job says (its variables, words and directory) is in here and nowhere else: the programs that lead to this shell have
 * an environment of ours, so nothing that a job sets reaches one of them, no process list shows it, and it is UTF-8
 * whatever the node's language. In a sandbox this shell is inside, already with the rights of the task.
 */
final class StartScript {
    static final String SHELL = "/bin/sh";
    /** Begins the line in which the script says why it starts nothing. */
    static final String SAYS = "gleaner-start: ";

    static final int CANNOT_EXECUTE = 126;
    static final int NOT_FOUND = 127;

    /** Some shells keep these for themselves, so they go through env, which is a program more. */
    private static final Set<String> SHELLS_OWN =
            Set.of(("BASHOPTS BASHPID BASH_ARGC BASH_ARGV BASH_ARGV0 BASH_COMMAND BASH_LINENO BASH_SOURCE BASH_SUBSHELL"
                            + " BASH_VERSINFO DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD LINENO"
                            + " OPTIND PPID RANDOM SECONDS SHELLOPTS SHLVL SRANDOM UID _")
                    .split(" "));

    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");

    /** No name of a file is longer. */
    private static final int LONGEST_NAME = 255;

    private final StringBuilder text = new StringBuilder("umask 022\n");
    private final StringBuilder odd = new StringBuilder();

    /** Goes into these control groups first. */
    StartScript entering(List<Path> members) {
        text.append(enter(members));
        return this;
    }

    /** Sees to it that there are never more processes and threads of this user, where the kernel counts them. */
    StartScript processes(int most) {
        // Shells don't agree on the letter.
        text.append("ulimit -u " + most + " 2>/dev/null || ulimit -p " + most + "\n");
        return this;
    }

    StartScript in(Path directory) {
        String otherwise = refusing("its directory can't be entered: " + directory);
        text.append("cd " + ShellWord.quoted(directory.toString()) + " || " + otherwise);
        text.append("unset OLDPWD\nexport PWD\n");
        return this;
    }

    StartScript with(Map<String, String> variables) {
        variables.forEach((name, value) -> {
            if (SHELLS_OWN.contains(name)) {
                odd.append(' ').append(ShellWord.quoted(name + "=" + value));
            } else {
                text.append("export " + name + "=" + ShellWord.quoted(value) + "\n");
            }
        });
        return this;
    }

    /** The whole of it, which ends by becoming the command. */
    byte[] running(List<String> words) {
        String program = words.get(0);
        String name = ShellWord.quoted(program);
        if (!program.contains("/") && !shown(program).equals(program)) {
            // What the shell would say of it is more than one line, or more than we read.
            text.append("command -v -- " + name + " >/dev/null 2>&1 || " + refusing("command not found: " + program));
        } else if (program.contains("/")) {
            text.append("[ -e " + name + " ] || " + refusing("command not found: " + program));
            text.append("[ -f " + name + " ] && [ -x " + name + " ] || " + refusing("not executable: " + program));
        }
        text.append(odd.isEmpty() ? "exec" : "exec /usr/bin/env" + odd);
        words.forEach(word -> text.append(' ').append(ShellWord.quoted(word)));
        return text.append(" </dev/null\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Lines that put the shell, and what it becomes, into control groups. */
    static String enter(List<Path> members) {
        return ControlGroup.enter(
                members, member -> refusing("its limits can't be enforced: " + member + " refused it"));
    }

    /**
     * Why nothing was executed: what the script or its shell said, which is the last line and the only one but for a
     * complaint of the shell. Null if the command did run, as far as one can tell.
     */
    static @Nullable String failure(int code, String tail, String program) {
        if (code != CANNOT_EXECUTE && code != NOT_FOUND) {
            return null;
        }
        String shown = shown(program);
        List<String> lines = tail.replace(program, shown).lines().toList();
        if (lines.isEmpty() || lines.size() > 2) {
            return null;
        }
        String last = lines.get(lines.size() - 1);
        if (last.startsWith(SAYS)) {
            return last.substring(SAYS.length());
        }
        boolean ofTheShell = lines.size() == 1 && last.startsWith(SHELL + ": ") && last.contains(shown);
        // A line of the shell for a job may end the same way, but it does not say exec unless the job did.
        if (!ofTheShell || program.equals(SHELL) || !(last.contains("exec: ") || last.contains("execute"))) {
            return null;
        }
        if (program.contains("/")) {
            return "it can't be executed: " + last.substring(last.indexOf(shown));
        }
        return (code == NOT_FOUND ? "command not found: " : "not executable: ") + shown;
    }

    private static String refusing(String why) {
        return "{ printf '%s\\n' " + ShellWord.quoted(SAYS + shown(why)) + " >&2; exit " + NOT_FOUND + "; }\n";
    }

    /** In one line that is not too long, whatever a job put into a name. */
    private static String shown(String text) {
        return CutText.marked(LONGEST_NAME, CONTROLS.matcher(text).replaceAll(" "));
    }
}
