package org.gleaner.agent.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.gleaner.core.job.Amounts;

/**
 * The graphics cards of this machine, and which of them no task was told to use. That is advice: a task that sees one
 * sees them all. Thread-safe.
 */
public final class Cards {
    /** By this variable programs hear which cards are theirs; an agent that has it gives away no others. */
    public static final String VARIABLE = "CUDA_VISIBLE_DEVICES";

    private static final Pattern CARD = Pattern.compile("^GPU [0-9]+: ", Pattern.MULTILINE);
    private static final int MOST_DEVICES = 1000;

    private final List<String> names;
    private final TreeSet<Integer> taken = new TreeSet<>();

    private Cards(List<String> names) {
        this.names = names;
    }

    /** Those of an agent with this environment. */
    public static Cards of(Map<String, String> environment) {
        return new Cards(names(environment));
    }

    private static List<String> names(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, "");
        return named.isBlank() ? List.of() : List.of(named.strip().split("\\s*,\\s*", -1));
    }

    /** How many there are, as the driver's own program tells. */
    public static Amounts found(Map<String, String> environment, CommandOutput system) {
        int found = (int) CARD.matcher(system.of("nvidia-smi", "-L")).results().count();
        List<String> names = names(environment);
        int own = names.isEmpty() ? found : Math.min(found, names.size());
        return own == 0 ? Amounts.NONE : Amounts.parse(List.of(Amounts.GPU + "=" + own));
    }

    /** Their devices, and those by which programs find them. */
    public static List<Path> devices(Path directory) {
        List<Path> devices = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "nvidia*")) {
            for (Path device : all) {
                if (devices.size() < MOST_DEVICES) {
                    devices.add(device);
                }
            }
        } catch (IOException none) {
            return List.of();
        }
        devices.sort(null);
        return devices;
    }

    /**
     * Those that a task may use until it gives them back.
     *
     * @param numbers of the cards, counted from 0
     */
    public record Taken(Cards cards, List<Integer> numbers) implements AutoCloseable {
        /** As the variable has them. */
        public String text() {
            return String.join(",", numbers.stream().map(cards::name).toList());
        }

        @Override
        public void close() {
            cards.giveBack(numbers);
        }
    }

    private String name(int number) {
        return number < names.size() ? names.get(number) : Integer.toString(number);
    }

    /** The first that are free; whoever asks knows that there are as many. */
    public synchronized Taken take(int count) {
        List<Integer> free = new ArrayList<>();
        for (int number = 0; free.size() < count; number++) {
            if (taken.add(number)) {
                free.add(number);
            }
        }
        return new Taken(this, free);
    }

    private synchronized void giveBack(List<Integer> numbers) {
        numbers.forEach(taken::remove);
    }
}
