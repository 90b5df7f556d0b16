package org.gleaner.cli;

import org.gleaner.agent.verb.AgentVerb;
import org.gleaner.cli.doctor.DoctorVerb;
import org.gleaner.cli.simulate.ReproduceVerb;
import org.gleaner.cli.simulate.SimulateVerb;
import org.gleaner.cli.snakemake.SnakemakeProfileVerb;
import org.gleaner.cli.snakemake.SnakemakeVerb;
import org.gleaner.cli.verb.AddVerb;
import org.gleaner.cli.verb.AuditVerb;
import org.gleaner.cli.verb.BackupVerb;
import org.gleaner.cli.verb.ChangeVerb;
import org.gleaner.cli.verb.CompletionVerb;
import org.gleaner.cli.verb.ConfigVerb;
import org.gleaner.cli.verb.DfVerb;
import org.gleaner.cli.verb.EtaVerb;
import org.gleaner.cli.verb.GetVerb;
import org.gleaner.cli.verb.HaltVerb;
import org.gleaner.cli.verb.HelpVerb;
import org.gleaner.cli.verb.HistoryVerb;
import org.gleaner.cli.verb.JavaVerb;
import org.gleaner.cli.verb.JoinLineVerb;
import org.gleaner.cli.verb.LabVerb;
import org.gleaner.cli.verb.LoginVerb;
import org.gleaner.cli.verb.LogoutVerb;
import org.gleaner.cli.verb.LogsVerb;
import org.gleaner.cli.verb.NodeVerb;
import org.gleaner.cli.verb.OpenVerb;
import org.gleaner.cli.verb.ProgressVerb;
import org.gleaner.cli.verb.RehearseVerb;
import org.gleaner.cli.verb.RerunVerb;
import org.gleaner.cli.verb.RestoreVerb;
import org.gleaner.cli.verb.RetryVerb;
import org.gleaner.cli.verb.RunVerb;
import org.gleaner.cli.verb.SealVerb;
import org.gleaner.cli.verb.ServerVerb;
import org.gleaner.cli.verb.SetVerb;
import org.gleaner.cli.verb.SharesVerb;
import org.gleaner.cli.verb.SlurmVerb;
import org.gleaner.cli.verb.StatusVerb;
import org.gleaner.cli.verb.StrategyVerb;
import org.gleaner.cli.verb.SubmitVerb;
import org.gleaner.cli.verb.SweepVerb;
import org.gleaner.cli.verb.TokenVerb;
import org.gleaner.cli.verb.TypesVerb;
import org.gleaner.cli.verb.UserVerb;
import org.gleaner.cli.verb.WaitVerb;
import org.gleaner.cli.verb.WhatIfVerb;
import org.gleaner.cli.verb.WhyVerb;
import org.gleaner.core.grid.Verb;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.verb.CliVerb;
import org.gleaner.terminal.verb.CommandRunner;
import org.gleaner.terminal.verb.Lookup;
import org.gleaner.terminal.verb.VersionVerb;

/**
 * The classes of all verbs but those of the laboratory. A class is loaded only when its verb is chosen, so that a short
 * command starts fast.
 */
public final class Verbs {
    /** Runs one command of this program. A lambda here would cost every short command its making. */
    public static final CommandRunner RUNNER = new CommandRunner(new Lookup() {
        @Override
        public CliVerb named(String name) throws CliFailure {
            return Verbs.named(name);
        }
    });

    private Verbs() {}

    public static CliVerb named(String name) throws CliFailure {
        return switch (name) {
            case "status" -> new StatusVerb();
            case "submit" -> new SubmitVerb();
            case "run" -> new RunVerb();
            case "wait" -> new WaitVerb();
            case "progress" -> new ProgressVerb();
            case "logs" -> new LogsVerb();
            case "history" -> new HistoryVerb();
            case "types" -> new TypesVerb();
            case "get" -> new GetVerb();
            case "eta" -> new EtaVerb();
            case "whatif" -> new WhatIfVerb();
            case "why" -> new WhyVerb();
            case "cancel" -> new ChangeVerb(Verb.CANCEL);
            case "pause" -> new ChangeVerb(Verb.PAUSE);
            case "resume" -> new ChangeVerb(Verb.RESUME);
            case "block" -> new ChangeVerb(Verb.BLOCK);
            case "unblock" -> new ChangeVerb(Verb.UNBLOCK);
            case "delete" -> new ChangeVerb(Verb.DELETE);
            case "retry" -> new RetryVerb();
            case "rerun" -> new RerunVerb();
            case "add" -> new AddVerb();
            case "seal" -> new SealVerb();
            case "node" -> new NodeVerb();
            case "set" -> new SetVerb();
            case "config" -> new ConfigVerb();
            case "df" -> new DfVerb();
            case "shares" -> new SharesVerb();
            case "strategy" -> new StrategyVerb();
            case "audit" -> new AuditVerb();
            case "sweep" -> new SweepVerb();
            case "backup" -> new BackupVerb();
            case "restore" -> new RestoreVerb();
            case "user" -> new UserVerb();
            case "token" -> new TokenVerb();
            case "stop-all" -> new HaltVerb(false);
            case "resume-all" -> new HaltVerb(true);
            case "server" -> new ServerVerb();
            case "agent" -> new AgentVerb();
            case "join-line" -> new JoinLineVerb();
            case "login" -> new LoginVerb();
            case "logout" -> new LogoutVerb();
            case "open" -> new OpenVerb();
            case "doctor" -> new DoctorVerb();
            case "java" -> new JavaVerb();
            case "snakemake-profile" -> new SnakemakeProfileVerb();
            case "snakemake" -> new SnakemakeVerb(RUNNER::run);
            case "simulate" -> new SimulateVerb();
            case "reproduce" -> new ReproduceVerb();
            case "version", "--version" -> new VersionVerb();
            case "help", "--help", "-h" -> new HelpVerb(VerbGroups.ALL, Verbs::named);
            case "completion" -> new CompletionVerb(VerbGroups.names(), Verbs::named);
            case "slurm" -> new SlurmVerb();
            case "rehearse" -> new RehearseVerb(RUNNER::run);
            default -> throw notHere(name);
        };
    }

    private static CliFailure notHere(String name) {
        if (SlurmVerb.isHabit(name)) {
            return SlurmVerb.elsewhere(name);
        }
        LabVerb elsewhere = LabVerb.named(name);
        return elsewhere == null ? Lookup.unknown(name, VerbGroups.names()) : elsewhere.absent();
    }
}
