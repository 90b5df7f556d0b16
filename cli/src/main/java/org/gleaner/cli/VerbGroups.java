package org.gleaner.cli;

import java.util.List;
import org.gleaner.cli.verb.HelpVerb.Group;

/** The names of all verbs, those of the laboratory included. Apart from their classes, as few commands list them. */
public final class VerbGroups {
    private static final String LABORATORY = "Laboratory (demo, bench, fuzz and torture are in gleaner-lab.jar)";

    /** In the order in which a newcomer meets them. */
    public static final List<Group> ALL = List.of(
            new Group(
                    "Work",
                    "submit",
                    "run",
                    "wait",
                    "get",
                    "login",
                    "logout",
                    "java",
                    "snakemake",
                    "snakemake-profile"),
            new Group(
                    "Look",
                    "open",
                    "status",
                    "why",
                    "eta",
                    "whatif",
                    "progress",
                    "logs",
                    "history",
                    "types",
                    "shares",
                    "strategy",
                    "df"),
            new Group(
                    "Control", "cancel", "pause", "resume", "block", "unblock", "retry", "rerun", "add", "seal", "set",
                    "delete"),
            new Group("Machines", "agent", "join-line", "node"),
            new Group(
                    "Server",
                    "server",
                    "config",
                    "user",
                    "token",
                    "stop-all",
                    "resume-all",
                    "sweep",
                    "backup",
                    "restore",
                    "audit",
                    "doctor"),
            new Group(LABORATORY, "demo", "simulate", "reproduce", "bench", "fuzz", "torture"),
            new Group("Help", "help", "slurm", "completion", "version"));

    private VerbGroups() {}

    public static List<String> names() {
        return ALL.stream().flatMap(group -> group.verbs().stream()).toList();
    }
}
