package org.gleaner.core.job;

import java.util.Comparator;
import org.gleaner.core.id.Fingerprint;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;

/**
 * What decides whether a job's tasks can be started on a node: the program, the file that it is, and what is around
 * it. A node that could not start it refuses this and nothing else, so that a job that was fixed is another one,
 * although its type is the same. Arguments and the other files decide nothing: jobs that differ in these alone have it
 * in common, and a node that lacks their program is found out once for all of them.
 *
 * @param print the same for the same program and surroundings
 */
public record Recipe(TypeKey type, long print) implements Comparable<Recipe> {
    private static final Comparator<Recipe> ORDER =
            Comparator.comparing(Recipe::type).thenComparingLong(Recipe::print);

    public static Recipe of(JobId job, TypeKey type, JobSpec spec) {
        Fingerprint print = new Fingerprint();
        if (spec.command() instanceof CommandLine.Words command) {
            String program = command.words().get(0);
            print.add(program);
            JobSpec kept = spec.kept();
            kept.inputs().stream().filter(input -> isNamed(program, input)).forEach(input -> add(print, input));
            if (program.indexOf('{') >= 0 || kept.aside().inputs() > 0) {
                // The program may differ from task to task, or is not at hand: nobody else is taken to have the same.
                print.add(job.toString());
            }
        }
        Workplace place = spec.workplace();
        place.variables().forEach((name, value) -> print.add(name).add(value));
        print.add(String.valueOf(place.directory())).add(String.valueOf(place.setup()));
        place.archives().forEach(archive -> add(print, archive));
        return new Recipe(type, print.value());
    }

    private static boolean isNamed(String program, InputFile input) {
        return program.equals(input.path()) || program.equals("./" + input.path());
    }

    private static void add(Fingerprint print, InputFile file) {
        print.add(file.path()).add(file.hash().hex()).add(file.executable() ? "x" : "");
    }

    @Override
    public int compareTo(Recipe other) {
        return ORDER.compare(this, other);
    }
}
