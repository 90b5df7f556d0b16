package org.gleaner.lab.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.gleaner.lab.torture.EvidenceCheck.Broken;

/** Compares what Java programs were told with what they must have been told; looks at nothing else. */
final class ProgramCheck {
    private final ProgramStory story;
    private final List<Broken> broken = new ArrayList<>();

    private ProgramCheck(ProgramStory story) {
        this.story = story;
    }

    static List<Broken> of(List<ProgramStory> stories) {
        List<Broken> all = new ArrayList<>();
        for (ProgramStory story : stories) {
            ProgramCheck check = new ProgramCheck(story);
            check.check();
            all.addAll(check.broken);
        }
        return all;
    }

    private void check() {
        TreeMap<Integer, String> told = new TreeMap<>();
        for (ProgramStory.Part part : story.parts()) {
            part.lines().forEach(line -> compare(line, told));
        }
        List<ProgramStory.Part> parts = story.parts();
        ProgramStory.Part last = parts.isEmpty() ? new ProgramStory.Part(List.of()) : parts.get(parts.size() - 1);
        if (story.isNothing()) {
            if (parts.stream().anyMatch(part -> ProgramStory.job(part.lines()) != null) || !told.isEmpty()) {
                add("a program's job is lost", "it was told of it before it was killed");
            }
            return;
        }
        if (!last.isComplete()) {
            add("a program does not end", "the last that it said: " + last.lines());
            return;
        }
        boolean whole = story.kind() == ProgramStory.Kind.PROBLEM
                ? last.lines().stream().anyMatch(line -> line.startsWith(ChecksumProgram.ANSWER))
                // One that was killed may not have sent all its calls, but what it was told is not forgotten.
                : calls(last).containsAll(parts.size() == 1 ? all() : told.keySet());
        if (!whole) {
            add("an answer is missing", "it was told " + last.lines());
        }
    }

    private List<Integer> all() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 1; i <= story.size(); i++) {
            numbers.add(i);
        }
        return numbers;
    }

    private static List<Integer> calls(ProgramStory.Part part) {
        return part.lines().stream()
                .filter(line -> line.startsWith(ChecksumProgram.CALL))
                .map(line -> Integer.valueOf(line.split(" ", -1)[1]))
                .toList();
    }

    private void compare(String line, TreeMap<Integer, String> told) {
        String wanted;
        Example example = story.example();
        if (line.startsWith(ChecksumProgram.ANSWER) && example != null) {
            String wrong = ExampleCheck.wrong(example, line.substring(ChecksumProgram.ANSWER.length()), story.size());
            if (!wrong.isEmpty()) {
                add("a wrong answer", "it was told '" + line + "', but " + wrong);
            }
            return;
        }
        if (line.startsWith(ChecksumProgram.ANSWER)) {
            wanted = ChecksumProgram.ANSWER + ChecksumProgram.answer(story.size());
        } else if (line.startsWith(ChecksumProgram.CALL)) {
            int number = Integer.parseInt(line.split(" ", -1)[1]);
            told.put(number, line);
            wanted = ChecksumProgram.CALL + number + " " + ChecksumProgram.checksum(number);
        } else {
            return;
        }
        if (!line.equals(wanted)) {
            add("a wrong answer", "it was told '" + line + "' and not '" + wanted + "'");
        }
    }

    private void add(String kind, String what) {
        broken.add(new Broken(kind, story.title() + ": " + what));
    }
}
