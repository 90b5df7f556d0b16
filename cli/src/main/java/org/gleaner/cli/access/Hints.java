package org.gleaner.cli.access;

import org.gleaner.cli.description.JobFlags;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;

/** What the client could not do, told with flags for its keys and with what to type next. */
public final class Hints {
    private Hints() {}

    /** @param verb what was typed */
    public static CliFailure told(ClientFailure failure, String verb) {
        String what = JobFlags.inFlags(failure.what());
        String why = JobFlags.inFlags(failure.why());
        String next = failure.next().isEmpty() ? next(failure, verb) : JobFlags.inFlags(failure.next());
        return switch (failure.kind()) {
            case NO_SERVER -> CliFailure.unreachable(what, why, next);
            case TIMEOUT -> CliFailure.timeout(what, why, next);
            case NO_JOB, NOTHING_DONE, TOO_MANY, NO_TOKEN, BAD_ANSWER -> CliFailure.refused(what, why, next);
            default -> new CliFailure(Exit.USAGE, what, why, next);
        };
    }

    private static String next(ClientFailure failure, String verb) {
        return switch (failure.kind()) {
            case UNKNOWN_KEY ->
                JobFlags.HABITS.getOrDefault(
                        "--" + failure.place().replace('_', '-'),
                        "The keys are the long flags of 'gleaner " + verb + " --help', and command.");
            case NO_COMMAND -> "For example: gleaner " + verb + " --array 1-100 echo {}";
            case SELECTOR -> "'gleaner status' lists your jobs with their numbers.";
            case NO_JOB -> "'gleaner status' lists your jobs.";
            case NOTHING_DONE ->
                "'gleaner retry " + failure.place() + "' runs its blocked and cancelled tasks again; 'gleaner why "
                        + failure.place() + "' says what the others wait for.";
            case TOO_MANY -> "Narrow the selection with name: or type:, or name the jobs by their numbers.";
            case TIMEOUT -> "'gleaner status' shows their progress.";
            case NO_SERVER -> "Log in with 'gleaner login URL', or start a server with 'gleaner server'.";
            case NO_TOKEN -> "Log in with 'gleaner login " + failure.place() + "'; ask the pool's admin for a token.";
            case ADDRESS -> "Fix GLEANER_URL or GLEANER_TOKEN, or log in again with 'gleaner login URL'.";
            case COMPLETE, VALUE, INVALID, BAD_ANSWER -> Arguments.seeHelp(verb);
        };
    }
}
