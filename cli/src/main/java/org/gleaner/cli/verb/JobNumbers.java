package org.gleaner.cli.verb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** Many jobs by their numbers, as operands or in a file, divided by blanks or lines. */
final class JobNumbers {
    static final Flag FROM =
            Flag.one(Arguments.IDS_FROM, "FILE", "many jobs, by the numbers in FILE; - is standard input");

    /** A hundred thousand numbers. */
    private static final int MOST_BYTES = 1 << 20;

    private static final Pattern NUMBER = Pattern.compile("0*[1-9][0-9]{0,17}");

    private JobNumbers() {}

    /** Whether numbers are given, and no selector. */
    static boolean areIn(Arguments arguments) {
        return arguments.operands().size() > 1 || arguments.has(Arguments.IDS_FROM);
    }

    /** All in one question. */
    static JobQuery of(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        try {
            return new JobQuery(ids(arguments, here));
        } catch (IllegalArgumentException tooMany) {
            throw CliFailure.usage("Too many jobs at once.", Arguments.sentence(tooMany), "Ask for fewer at a time.");
        }
    }

    /** The same words as if the numbers in the file were typed in front of them. */
    static Arguments typed(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        if (!arguments.has(Arguments.IDS_FROM)) {
            return arguments;
        }
        List<String> operands = new ArrayList<>();
        some(arguments.withOperands(List.of()), here).forEach(id -> operands.add(id.toString()));
        operands.addAll(arguments.operands());
        return arguments.withOperands(operands);
    }

    /** At least one. */
    static List<JobId> some(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        List<JobId> ids = ids(arguments, here);
        if (ids.isEmpty()) {
            throw arguments.unusable(Arguments.IDS_FROM, "There is no number in it.");
        }
        return ids;
    }

    /** Each once. */
    private static List<JobId> ids(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        Set<JobId> ids = new LinkedHashSet<>();
        for (String operand : arguments.operands()) {
            ids.add(number(arguments, operand));
        }
        @Nullable String file = arguments.text(Arguments.IDS_FROM);
        if (file != null) {
            for (String word : text(arguments, file, here).split("\\s+", -1)) {
                if (!word.isEmpty()) {
                    ids.add(number(arguments, word));
                }
            }
        }
        return List.copyOf(ids);
    }

    private static String text(Arguments arguments, String file, Surroundings here) throws CliFailure, IOException {
        byte[] bytes;
        if (file.equals("-")) {
            bytes = here.streams().in().readNBytes(MOST_BYTES + 1);
        } else {
            try (InputStream in = Files.newInputStream(here.file(file))) {
                bytes = in.readNBytes(MOST_BYTES + 1);
            } catch (IOException unreadable) {
                throw arguments.unusable(Arguments.IDS_FROM, "'" + file + "' can't be read.");
            }
        }
        if (bytes.length > MOST_BYTES) {
            throw arguments.unusable(Arguments.IDS_FROM, "It is larger than 1 MB.");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static JobId number(Arguments arguments, String word) throws CliFailure {
        if (!NUMBER.matcher(word).matches()) {
            throw CliFailure.usage(
                    "'" + word + "' is not a job number.",
                    "With several jobs, each must be given by its number.",
                    "Write 'gleaner " + arguments.verb() + " 7 8 9', or one selector alone.");
        }
        return new JobId(Long.parseLong(word));
    }
}
