package org.gleaner.terminal.verb;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import org.gleaner.core.job.FilePath;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.terminal.argument.ArgumentParser;
import org.gleaner.terminal.argument.HelpText;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** From the words of one command to its exit code. */
public final class CommandRunner {
    private final Lookup verbs;

    public CommandRunner(Lookup verbs) {
        this.verbs = verbs;
    }

    public int run(List<String> words, Surroundings here) {
        CliVerb verb;
        try {
            refuseAltered(words);
            verb = verbs.named(words.isEmpty() ? "help" : words.get(0));
        } catch (CliFailure failure) {
            return Printer.tell(here, words.contains("--json"), failure);
        }
        List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
        boolean json = ArgumentParser.wantsJson(verb.syntax(), rest);
        try {
            if (ArgumentParser.wantsHelp(verb.syntax(), rest)) {
                here.out().print(HelpText.of(verb.syntax()));
                return Exit.OK;
            }
            return verb.run(ArgumentParser.parse(verb.syntax(), rest, here.environment()), here);
        } catch (CliFailure failure) {
            return verb.failed(Printer.tell(here, json, failure));
        } catch (CallFailed failure) {
            return verb.failed(Printer.tell(here, json, failure));
        } catch (IOException failed) {
            // Trouble with the server comes as CallFailed: this is about a file or a stream of ours.
            return verb.failed(Printer.tell(here, json, fileTrouble(failed)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return verb.failed(Exit.UNREACHABLE);
        } catch (InvalidPathException noName) {
            return verb.failed(Printer.tell(here, json, noFileName(noName)));
        } catch (RuntimeException defect) {
            return verb.failed(Printer.tell(here, json, bug(defect)));
        }
    }

    private static CliFailure fileTrouble(IOException failed) {
        return CliFailure.usage(
                "Can't read or write a file.",
                SystemWords.of(failed) + ".",
                "Check that it exists, that you may access it, and that the disk is not full.");
    }

    private static CliFailure noFileName(InvalidPathException noName) {
        return CliFailure.usage(
                "'" + noName.getInput() + "' is not a valid file name.",
                String.valueOf(noName.getReason()) + ".",
                "Check the name; non-ASCII letters need a locale such as LC_ALL=C.UTF-8.");
    }

    private static CliFailure bug(RuntimeException defect) {
        StackTraceElement[] stack = defect.getStackTrace();
        return new CliFailure(
                Exit.BUG,
                "This is a bug in Gleaner.",
                defect + (stack.length > 0 ? " at " + stack[0] : "") + ".",
                "Please report it with the command and these lines.");
    }

    /** A word that is no text has lost some of it before we saw it: nobody would notice what is done instead. */
    private static void refuseAltered(List<String> words) throws CliFailure {
        for (String word : words) {
            if (FilePath.isAltered(word)) {
                throw CliFailure.usage(
                        "Invalid argument '" + word + "'.",
                        "It is not UTF-8 text, or this shell's locale is not UTF-8.",
                        "Rename the file; non-ASCII letters need a locale such as LC_ALL=C.UTF-8.");
            }
        }
    }
}
