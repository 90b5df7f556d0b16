package org.gleaner.cli.verb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** Many jobs by their numbers, as operands or in a file, divided by blanks or lines. */
final class JobNumbers {
    /** More than as many numbers as one call takes can need. */
    private static final int MOST_BYTES = 1 << 20;

    private static final Pattern NUMBER = Pattern.compile("0*[1-9][0-9]{0,17}");

    private JobNumbers() {}

    static JobQuery of(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        List<JobId> ids = new ArrayList<>();
        for (String operand : arguments.operands()) {
            ids.add(number(operand));
        }
        @Nullable String file = arguments.text("ids-from");
        if (file != null) {
            for (String word : text(arguments, file, here).split("\\s+", -1)) {
                if (!word.isEmpty()) {
                    ids.add(number(word));
                }
            }
        }
        try {
            return new JobQuery(ids);
        } catch (IllegalArgumentException tooMany) {
            throw CliFailure.usage("Too many jobs at once.", Arguments.sentence(tooMany), "Ask for fewer at a time.");
        }
    }

    private static String text(Arguments arguments, String file, Surroundings here) throws CliFailure, IOException {
        byte[] bytes;
        if (file.equals("-")) {
            bytes = here.streams().in().readNBytes(MOST_BYTES + 1);
        } else {
            try (InputStream in = Files.newInputStream(here.file(file))) {
                bytes = in.readNBytes(MOST_BYTES + 1);
            } catch (IOException unreadable) {
                throw arguments.unusable("ids-from", "'" + file + "' can't be read.");
            }
        }
        if (bytes.length > MOST_BYTES) {
            throw arguments.unusable("ids-from", "It has more than " + JobQuery.MOST + " numbers.");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static JobId number(String word) throws CliFailure {
        if (!NUMBER.matcher(word).matches()) {
            throw CliFailure.usage(
                    "'" + word + "' is not a job number.",
                    "With several jobs, each must be given by its number.",
                    "Write 'gleaner status 7 8 9', or one selector alone.");
        }
        return new JobId(Long.parseLong(word));
    }
}
