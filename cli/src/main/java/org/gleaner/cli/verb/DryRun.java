package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.description.SlurmVariables;
import org.gleaner.client.job.Doubts;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Placeholders;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TakenFile;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.MatchJson;
import org.gleaner.protocol.json.Members;
import org.gleaner.protocol.message.MatchReport;
import org.gleaner.protocol.wording.Quoted;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Moments;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/**
 * What a job would be and where it could run, told without sending any of it.
 *
 * @param shown the ordinals of the tasks whose commands are shown: the first few and the last
 * @param commands those commands, with their entries filled in
 * @param warnings what speaks against it, but for machines that do not fit: how many these are is told anyway
 */
record DryRun(
        JobDescription job,
        MatchReport matched,
        List<Integer> shown,
        List<List<String>> commands,
        List<String> warnings) {
    private static final int FIRST = 3;

    /** Asks the server which machines fit, and tells everything. */
    static int tell(Submitting submitting, boolean json, Surroundings here) throws CallFailed {
        JobDescription job = submitting.submission().job();
        MatchReport matched = submitting.submission().calls().match(job.spec()).get();
        DryRun dry = of(job, matched, submitting.warnings(Doubts.unknown(matched)));
        if (json) {
            Printer.json(here.out(), dry, DryRun::write);
        } else {
            dry.print(here.out());
            here.out().flush();
            Submitting.warn(dry.warnings, here);
        }
        return dry.matched.objection().isEmpty() ? Exit.OK : Exit.REFUSED;
    }

    static DryRun of(JobDescription job, MatchReport matched, List<String> warnings) {
        int tasks = job.spec().tasks();
        TreeSet<Integer> ordinals = new TreeSet<>(List.of(tasks));
        for (int i = 1; i <= Math.min(FIRST, tasks); i++) {
            ordinals.add(i);
        }
        List<List<String>> commands = new ArrayList<>();
        for (int ordinal : ordinals) {
            commands.add(command(job, ordinal));
        }
        return new DryRun(job, matched, List.copyOf(ordinals), commands, warnings);
    }

    /** The words as the machine will start them; a shell line stays as it is. */
    private static List<String> command(JobDescription job, int ordinal) {
        if (job.spec().command() instanceof CommandLine.ShellLine shell) {
            return List.of(shell.line());
        }
        Placeholders placeholders = Placeholders.of(job.spec().array(), entry(job, ordinal), ordinal);
        List<String> words = new ArrayList<>();
        for (String word : ((CommandLine.Words) job.spec().command()).words()) {
            words.add(placeholders.expand(word));
        }
        return words;
    }

    private static Entry entry(JobDescription job, int ordinal) {
        if (job.spec().array() instanceof ArrayShape.Range range) {
            return range.entry(ordinal);
        }
        return job.entries().isEmpty()
                ? new Entry("", List.of())
                : job.entries().get(ordinal - 1);
    }

    /** How many files there are, and how many bytes of different content. */
    private record Weight(int files, long bytes) {
        static Weight of(Iterable<InputFile> files) {
            Set<BlobHash> seen = new HashSet<>();
            int count = 0;
            long bytes = 0;
            for (InputFile file : files) {
                count++;
                bytes += seen.add(file.hash()) ? file.size() : 0;
            }
            return new Weight(count, bytes);
        }

        String text() {
            return Counted.of(files, "file") + ", " + new MemorySize(bytes);
        }
    }

    private Weight shared() {
        return Weight.of(job.spec().files());
    }

    private Weight own() {
        List<InputFile> files = new ArrayList<>();
        job.entries().forEach(entry -> files.addAll(entry.files()));
        return Weight.of(files);
    }

    void print(PrintStream out) {
        JobSpec spec = job.spec();
        out.println("Dry run: nothing is submitted. Job '" + spec.name() + "' would have "
                + Counted.of(spec.tasks(), "task")
                + (spec.limits().atMost() > 0 ? ", at most " + spec.limits().atMost() + " at once" : "")
                + (spec.limits().copies() == 1 ? ", without copies" : "") + ":");
        for (int i = 0; i < shown.size(); i++) {
            if (i > 0 && shown.get(i) > shown.get(i - 1) + 1) {
                out.println("  …");
            }
            String text = spec.command() instanceof CommandLine.ShellLine
                    ? commands.get(i).get(0) + "    with GLEANER_ENTRY="
                            + Quoted.word(entry(job, shown.get(i)).value())
                    : words(commands.get(i));
            out.println("  " + shown.get(i) + ": " + Printer.printable(text));
        }
        if (shared().files() > 0) {
            out.println("Files for every task: " + shared().text() + ". Files that the server has are not sent again.");
        }
        if (own().files() > 0) {
            out.println("Files for individual tasks: " + own().text() + ".");
        }
        for (Predecessor after : spec.turn().after()) {
            String some =
                    after.tasks().isEmpty() ? "" : Counted.of(after.tasks().count(), "task") + " of ";
            String until = switch (after.when()) {
                case DONE ->
                    after.each() ? "Each task waits for the same task of job " : "It waits for " + some + "job ";
                case ANY -> "It waits for the end of " + some + "job ";
                case FAILED -> "It waits for a failure in " + some + "job ";
            };
            out.println(until + after.job() + ".");
            after.files().forEach(file -> out.println("  " + taken(file)));
        }
        Instant begin = spec.turn().begin();
        if (begin != null) {
            out.println("It does not start before " + Moments.text(begin) + ".");
        }
        Deadline deadline = spec.turn().deadline();
        if (deadline != null) {
            out.println("Its deadline is " + Moments.text(deadline.at()) + ".");
        }
        if (spec.turn().paused()) {
            out.println("It is submitted paused.");
        }
        printMachines(out);
        if (!matched.objection().isEmpty()) {
            out.println("The server would refuse it: " + Printer.printable(matched.objection()));
        }
    }

    /** What gives a script its variables is longer than all else, and nobody wrote it. */
    private static String words(List<String> command) {
        List<String> script = SlurmVariables.script(command);
        return script.isEmpty() ? Quoted.words(command) : Quoted.words(script) + "    with SLURM_JOB_ID and its kin";
    }

    private static String taken(TakenFile file) {
        String what = file.path().isEmpty() ? "all its outputs" : "its " + Printer.printable(file.path());
        return "It gets " + what + (file.to().isEmpty() ? "." : " as " + Printer.printable(file.to()) + ".");
    }

    private void printMachines(PrintStream out) {
        if (matched.nodes() == 0) {
            out.println("No machine is connected, so it would wait.");
            return;
        }
        String which = matched.nodes() > 1
                ? matched.fitting() + " of " + matched.nodes() + " machines could run it"
                : "The only machine " + (matched.fitting() == 1 ? "could" : "could not") + " run it";
        out.println(which
                + (matched.fitting() == 0
                        ? "."
                        : ", " + Counted.of(matched.atOnce(), "task") + " at once if all were free."));
        for (MatchReport.Misfit one : matched.misfits()) {
            out.println("  " + Counted.of(one.nodes(), "machine") + ": " + Printer.printable(one.detail()));
        }
        String machine = matched.fitting() == 0 ? "machine" : "more machine";
        for (MatchReport.Change one : matched.changes()) {
            out.println("  " + Printer.printable(one.detail()) + ", and " + Counted.of(one.nodes(), machine)
                    + " could run it");
        }
    }

    static void write(JsonGenerator out, DryRun dry) throws IOException {
        JobSpec spec = dry.job.spec();
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeBooleanField("dryRun", true);
        out.writeStringField("name", spec.name());
        out.writeStringField("type", spec.type());
        out.writeNumberField("tasks", spec.tasks());
        String form = spec.command() instanceof CommandLine.ShellLine ? "shell" : "command";
        Members.objects(out, "commands", dry.shown, (json, task) -> {
            json.writeNumberField("task", task);
            Members.texts(json, form, dry.commands.get(dry.shown.indexOf(task)));
        });
        out.writeNumberField("files", dry.shared().files() + dry.own().files());
        out.writeNumberField("bytes", dry.shared().bytes() + dry.own().bytes());
        MatchJson.writeMachines(out, dry.matched);
        Members.textsIfAny(out, "warnings", dry.warnings);
        out.writeEndObject();
    }
}
