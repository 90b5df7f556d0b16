package org.gleaner.simulator.faults;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where a campaign writes down how far it is, so that the same command goes on from there another day. */
public final class CampaignFile {
    private static final String TITLE = "# A campaign of gleaner simulate --faults; the same --state goes on with it.";
    private static final String SEEN = "seen ";

    private final Path file;

    public CampaignFile(Path file) {
        this.file = file;
    }

    /**
     * What was done before; nothing if there is no such file. An {@link IllegalArgumentException} says why it can't be
     * gone on with.
     */
    Tally read(long fromSeed) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException none) {
            return new Tally();
        } catch (CharacterCodingException noText) {
            throw foreign();
        }
        if (lines.isEmpty() || !lines.get(0).equals(TITLE)) {
            throw foreign();
        }
        Map<String, Long> numbers = new HashMap<>();
        Map<String, Long> seen = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            boolean isSeen = line.startsWith(SEEN);
            String[] words = (isSeen ? line.substring(SEEN.length()) : line).split(" ", 2);
            if (words.length == 2 && isSeen) {
                seen.put(words[1], number(words[0]));
            } else if (words.length == 2) {
                numbers.put(words[0], number(words[1]));
            }
        }
        long first = need(numbers, "from-seed");
        if (first != fromSeed) {
            throw new IllegalArgumentException(file + " belongs to a campaign from seed " + first);
        }
        long done = need(numbers, "done");
        if (done > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(file + " is damaged: no campaign has " + done + " seeds");
        }
        Coverage coverage = new Coverage();
        coverage.add(seen);
        Tally.Effort effort =
                new Tally.Effort(need(numbers, "cpu-nanos"), need(numbers, "batches"), need(numbers, "events"));
        return new Tally((int) done, effort, coverage);
    }

    private IllegalArgumentException foreign() {
        return new IllegalArgumentException(file + " was not written by a campaign");
    }

    private long number(String word) {
        if (!word.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException(file + " is damaged: '" + word + "' is not a number");
        }
        return Long.parseLong(word);
    }

    private long need(Map<String, Long> numbers, String name) {
        Long number = numbers.get(name);
        if (number == null) {
            throw new IllegalArgumentException(file + " is damaged: it has no line '" + name + "'");
        }
        return number;
    }

    /** Replaces the file as a whole, so that a kill leaves the old or the new one. */
    void write(long fromSeed, Tally tally) throws IOException {
        Tally.Effort effort = tally.effort();
        List<String> lines = new ArrayList<>(List.of(
                TITLE,
                "from-seed " + fromSeed,
                "done " + tally.done(),
                "cpu-nanos " + effort.cpuNanos(),
                "batches " + effort.batches(),
                "events " + effort.events()));
        tally.coverage().table().forEach((name, count) -> lines.add(SEEN + count + " " + name));
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        Files.write(whole, lines);
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
