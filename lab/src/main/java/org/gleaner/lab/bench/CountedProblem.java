package org.gleaner.lab.bench;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.Base64;
import java.util.List;
import org.gleaner.client.Gleaner;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.child.CallOutcome;
import org.gleaner.client.child.OutcomeFile;
import org.gleaner.client.executor.GridException;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.node.Abilities;
import org.gleaner.protocol.message.Content;
import org.gleaner.terminal.console.CliFailure;

/** A real problem whose units nobody computes: the nodes of a benchmark leave what a unit would have left. */
final class CountedProblem {
    private CountedProblem() {}

    /** @param units so many it has, each of which runs on one node alone */
    static SubmittedProblem<Long> submit(Gleaner gleaner, String name, long units) throws CliFailure {
        Problem<Long, Long, Long> problem =
                new Problem<>(name, new CountedUnits(units), CountedUnits.One.class).with("copies", "1");
        try {
            return gleaner.submit(problem);
        } catch (GridException refused) {
            throw CliFailure.refused(
                    "The server that was started for this takes no problem.",
                    String.valueOf(refused.getMessage()),
                    "Run it as root on a machine with bubblewrap (Debian: apt install bubblewrap) and control groups.");
        }
    }

    /** Of nodes that have what a unit needs, and leave what a real one would have written. */
    static Fleet.Trade trade() throws IOException {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(value)) {
            out.writeObject(1L);
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        OutcomeFile.write(
                new DataOutputStream(file), List.of(new CallOutcome(CallOutcome.Kind.VALUE, 1, value.toByteArray())));
        byte[] bytes = file.toByteArray();
        ResultFile outcome = new ResultFile(
                "outcomes",
                Content.hash(bytes),
                bytes.length,
                false,
                Base64.getEncoder().encodeToString(bytes));
        RuntimeVersion java =
                new RuntimeVersion("java", Integer.toString(Runtime.version().feature()));
        Abilities abilities = new Abilities(List.of(java), List.of(), List.of(), List.of());
        return new Fleet.Trade(abilities, Outputs.of(List.of(outcome)));
    }

    /** How far it is; it must not have been stopped. */
    static Hosting hosting(UserCalls user, JobId job) throws FleetFailure {
        Hosting hosting = Submitter.expect(user.job(job), "it did not describe the problem")
                .spec()
                .hosting();
        if (hosting == null || !hosting.stopped().isEmpty()) {
            throw new FleetFailure("the problem was stopped: " + (hosting == null ? "" : hosting.stopped()));
        }
        return hosting;
    }
}
