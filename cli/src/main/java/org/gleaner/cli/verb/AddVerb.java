package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.cli.description.JobFlags;
import org.gleaner.cli.description.TypedJob;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.MoreTasks;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.client.file.Uploader;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.EntryPage;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.message.Addition;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Adds tasks to a growing job. */
public final class AddVerb implements ClientVerb {
    private static final int MOST_WORDS = 100_000;

    @Override
    public Syntax syntax() {
        List<Flag> flags = new ArrayList<>(JobFlags.ALL.stream()
                .filter(flag -> MoreTasks.LISTS.contains(flag.name()))
                .toList());
        flags.add(Flag.many("in", "F", "a file of its own for each task, such as data/{}.csv"));
        flags.add(Flag.JSON);
        return Syntax.of("add", "add tasks to a growing job", Operands.of("JOB [ENTRY…]", 1, MOST_WORDS))
                .example("gleaner add 7 east west", "two tasks more; {} in the command of job 7 is east, then west")
                .example("gleaner add 7 --array 101-200", "a task for each number")
                .example("gleaner add 7 --each 'new/*.csv'", "a task for each file, which is sent along")
                .flags(flags);
    }

    @Override
    public int work(Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        List<String> words = arguments.operands();
        MoreTasks more =
                MoreTasks.of(new Draft(arguments.flags(), words.subList(1, words.size())), TypedJob.place(here));
        if (more.entries().isEmpty()) {
            throw CliFailure.usage(
                    "There is nothing to add to job " + words.get(0) + ".",
                    "Each task needs an entry, which {} in the job's command stands for.",
                    "Name the entries, or use --array, --each, --each-line or --each-row.");
        }
        UserCalls calls = Access.calls(here);
        JobId job = OneJob.named(calls, words.get(0), "add").id();
        // One key for all tries: a lost answer must not bring the tasks twice.
        String key = SubmissionKeys.fresh();
        Addition addition = new Addition(0, EntryPage.of(more.entries()));
        Reply.Added added =
                new Uploader(calls, more.files(), Uploader.Progress.SILENT).send(() -> calls.add(job, addition, key));
        if (arguments.json()) {
            Printer.json(here.out(), added, AnswerJson::writeAdded);
        } else if (added.tasks() == 1) {
            here.out().println("Added task " + job + "." + added.first() + ".");
        } else {
            int last = added.first() + added.tasks() - 1;
            here.out().println("Added tasks " + job + "." + added.first() + "-" + last + ".");
        }
        return Exit.OK;
    }
}
