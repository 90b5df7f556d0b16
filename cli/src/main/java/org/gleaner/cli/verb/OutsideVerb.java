package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.argument.Syntax.Example;
import org.gleaner.cli.argument.Syntax.Operands;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Surroundings;

/**
 * A verb whose program lives in another module and parses its own words. It is found by the name of its class, which
 * has a {@code public static int run(List<String> words, PrintStream out, PrintStream err)} that returns the exit code.
 */
public final class OutsideVerb implements CliVerb {
    public static final OutsideVerb SIMULATE = new OutsideVerb(
            "simulate",
            "org.gleaner.simulator.SimulateProgram",
            "run the grid in virtual time, with faults",
            List.of(
                    new Example("gleaner simulate --faults --seeds 1000", "a thousand random disasters"),
                    new Example("gleaner simulate --faults --seeds 1 --from-seed 8412", "replay one of them"),
                    new Example("gleaner simulate --faults --seeds 20 --sqlite", "on the real store")));

    private final String name;
    private final String className;
    private final String purpose;
    private final List<Example> examples;

    private OutsideVerb(String name, String className, String purpose, List<Example> examples) {
        this.name = name;
        this.className = className;
        this.purpose = purpose;
        this.examples = examples;
    }

    @Override
    public Syntax syntax() {
        // As for a command: the words behind the verb belong to the other program, its flags too.
        return new Syntax(name, purpose, Operands.command("WORDS…"), examples, List.of());
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure {
        return start(arguments.operands(), here);
    }

    /** Starts the other program with exactly these words. */
    public int start(List<String> words, Surroundings here) throws CliFailure {
        try {
            Object exit = Class.forName(className)
                    .getMethod("run", List.class, PrintStream.class, PrintStream.class)
                    .invoke(null, words, here.out(), here.err());
            return (Integer) exit;
        } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException absent) {
            throw CliFailure.refused(
                    "'gleaner " + name + "' is not part of this program.",
                    "The class " + className + " is missing.",
                    "Build it from the whole source tree with ./gleaner.");
        } catch (InvocationTargetException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }
}
