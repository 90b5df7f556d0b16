package org.gleaner.lab.torture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Requirements;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.lab.child.Tool;
import org.gleaner.lab.fuzz.Dice;
import org.gleaner.protocol.message.Content;

/**
 * One job, and what each of its tasks must leave behind: found out by running the same commands here, only without
 * their pauses.
 *
 * @param inputs by their names
 * @param expected for each task the hash of each file
 */
record Work(
        String name,
        int tasks,
        String pause,
        SortedMap<String, byte[]> inputs,
        SortedMap<Integer, SortedMap<String, String>> expected) {
    private static final int MOST_TASKS = 16;
    private static final int LONGEST_PAUSE_TENTHS = 12;
    private static final int LARGEST_INPUT = 200_000;
    /** Kills are charged to a task like failures of its own; here they are not its fault. */
    private static final JobLimits LIMITS =
            new JobLimits(null, 100_000, 100_000, 100_000, true, 0, JobLimits.MOST_COPIES, null, null);

    /**
     * Every third result is too large to travel inside a commit; some tasks leave a process behind. No pipes: whichever
     * of its commands is killed, the task must fail.
     */
    private static final String SCRIPT = """
            # @NAME
            set -e
            echo task $1 of @NAME
            echo trouble of $1 >&2
            seq $1 $(($1 % 3 == 0 ? $1 + 8000 : $1 + 9)) >result.txt
            [ $2 = 0 ] || @CHILD
            sleep $2
            cat input.bin result.txt >both
            sha256sum <both >sum.txt
            """;

    private static final String LOCAL = "for i in $(seq @TASKS); do mkdir $i && (cd $i && cp ../input.bin . &&"
            + " sh ../work.sh $i 0 >stdout 2>stderr && rm input.bin) || exit 1; done";

    /** Draws one. */
    static Work make(Dice dice, String name, Path folder) throws IOException, InterruptedException {
        int tasks = 1 + dice.below(MOST_TASKS);
        int tenths = 1 + dice.below(LONGEST_PAUSE_TENTHS);
        String child = dice.oneIn(4) ? "setsid sleep 600 >/dev/null 2>&1 &" : "true";
        String script = SCRIPT.replace("@NAME", name).replace("@CHILD", child);
        SortedMap<String, byte[]> inputs = new TreeMap<>();
        inputs.put("work.sh", script.getBytes(UTF_8));
        inputs.put("input.bin", dice.bytes(1 + dice.below(dice.oneIn(4) ? LARGEST_INPUT : 100)));
        String pause = tenths / 10 + "." + tenths % 10;
        return new Work(name, tasks, pause, inputs, local(folder.resolve(name), inputs, tasks));
    }

    private static SortedMap<Integer, SortedMap<String, String>> local(
            Path folder, SortedMap<String, byte[]> inputs, int tasks) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        for (Map.Entry<String, byte[]> input : inputs.entrySet()) {
            Files.write(folder.resolve(input.getKey()), input.getValue());
        }
        Tool.Result run = Tool.run(List.of("sh", "-c", LOCAL.replace("@TASKS", Integer.toString(tasks))), folder);
        if (!run.isWell()) {
            throw new IOException("the commands do not run here: " + run.said());
        }
        SortedMap<Integer, SortedMap<String, String>> expected = new TreeMap<>();
        for (int i = 1; i <= tasks; i++) {
            SortedMap<String, String> files = new TreeMap<>();
            for (String name : List.of("stdout", "stderr", "result.txt", "sum.txt")) {
                byte[] content =
                        Files.readAllBytes(folder.resolve(Integer.toString(i)).resolve(name));
                files.put(name, Content.hash(content).hex());
            }
            expected.put(i, files);
        }
        TemporaryFolder.delete(folder);
        return expected;
    }

    private static InputFile input(String path, byte[] content) {
        return new InputFile(path, Content.hash(content), content.length, false);
    }

    JobSpec spec() {
        List<InputFile> files = inputs.entrySet().stream()
                .map(input -> input(input.getKey(), input.getValue()))
                .toList();
        return new JobSpec(
                name,
                "torture",
                new CommandLine.Words(List.of("sh", "work.sh", "{}", pause)),
                new ArrayShape.Range(1, tasks, 1),
                files,
                List.of(new OutputFile("result.txt", false), new OutputFile("sum.txt", false)),
                Requirements.ONE_CORE,
                LIMITS);
    }
}
