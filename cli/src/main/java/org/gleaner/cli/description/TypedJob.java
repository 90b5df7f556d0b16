package org.gleaner.cli.description;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gleaner.client.description.Caveats;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.description.JobKey;
import org.gleaner.client.description.JobSource;
import org.gleaner.client.description.Place;
import org.gleaner.client.description.SeveralJobs;
import org.gleaner.client.description.Vocabulary;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.protocol.wording.Quoted;
import org.gleaner.terminal.argument.ArgumentParser;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** From the words of {@code submit} or {@code run} to a job. */
public final class TypedJob {
    /** Flags that belong to the call, so that no job file has them. */
    private static final Set<String> OF_THE_CALL = Set.of("file", "sbatch", "batch", "json");

    private TypedJob() {}

    /** What was typed, completed by the job's file or script. */
    public static Arguments complete(Arguments typed, Syntax syntax, Surroundings here)
            throws ClientFailure, IOException {
        String slurm = typed.text("sbatch");
        Draft whole = slurm == null
                ? JobSource.complete(draft(typed), typed.text("file"), vocabulary(syntax), place(here))
                : JobSource.sbatch(
                        draft(typed),
                        slurm,
                        vocabulary(syntax),
                        place(here),
                        note -> here.err().println(Printer.printable(JobFlags.inFlags(note))));
        return new Arguments(typed.verb(), whole.values(), whole.command());
    }

    /** The jobs of {@code --batch}, or of a job file that describes several; empty if one job was typed. */
    public static Optional<SeveralJobs> several(Arguments typed, Syntax syntax, Surroundings here)
            throws ClientFailure, CliFailure, IOException {
        String lines = typed.text("batch");
        String file = typed.text("file");
        if (lines == null) {
            return file == null || typed.has("sbatch")
                    ? Optional.empty()
                    : SeveralJobs.ofFile(draft(typed), file, vocabulary(syntax), place(here));
        }
        if (file != null || typed.has("sbatch")) {
            throw CliFailure.usage(
                    "--batch can't be combined with --file or --sbatch.",
                    "Each line describes a job of its own.",
                    "Leave one of them out.");
        }
        if (!typed.operands().isEmpty() || typed.has("shell")) {
            throw CliFailure.usage(
                    "--batch takes no command.",
                    "Each line has its own.",
                    "To run one command for every line of a file, use --each-line " + Quoted.word(lines)
                            + " COMMAND {}.");
        }
        return Optional.of(SeveralJobs.ofLines(draft(typed), lines, vocabulary(syntax), place(here)));
    }

    public static JobDescription describe(Arguments typed, Surroundings here)
            throws ClientFailure, CliFailure, IOException {
        new ShellPattern(here.directory()).check(typed);
        JobDescription job = JobDescription.of(draft(typed), place(here));
        job.caveats().notes().forEach(note -> note(note, here));
        String line = typed.text("shell", "");
        if (line.contains("{}") && !line.contains("GLEANER_") && !typed.has("no-check")) {
            here.err().println("Note: {} is not replaced in a --shell line; use \"$GLEANER_ENTRY\".");
        }
        return job;
    }

    /** Tells what was added to what somebody wrote. */
    public static void note(String note, Surroundings here) {
        here.err().println("Note: " + Printer.printable(note));
    }

    /** What will probably go wrong with a job, though it may be meant. */
    public static List<String> warnings(Caveats caveats) {
        return caveats.warnings().stream().map(JobFlags::inFlags).toList();
    }

    public static Draft draft(Arguments typed) {
        return new Draft(typed.flags(), typed.operands());
    }

    public static Place place(Surroundings here) {
        return new Place(here.directory(), here.environment(), here.streams().in());
    }

    private static Vocabulary vocabulary(Syntax syntax) {
        List<JobKey> keys = new ArrayList<>();
        for (Flag flag : syntax.flags()) {
            if (!OF_THE_CALL.contains(flag.name())) {
                keys.add(JobFlags.key(flag));
            }
        }
        return new Vocabulary() {
            @Override
            public List<JobKey> keys() {
                return keys;
            }

            @Override
            public Draft read(List<String> words) throws ClientFailure {
                try {
                    return draft(ArgumentParser.parse(syntax, words));
                } catch (CliFailure wrong) {
                    throw ClientFailure.complete(wrong.what(), wrong.why(), wrong.next());
                }
            }
        };
    }
}
