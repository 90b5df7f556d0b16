package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.protocol.wording.Quoted;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Table;
import org.gleaner.terminal.verb.Lookup;

/** Types wrong command lines. Confined to one thread. */
final class CommandsFuzz {
    /** These go on until somebody stops them, need another program, or are tried elsewhere. */
    private static final Set<String> LEFT_OUT = Set.of(
            ("demo server agent run wait progress simulate reproduce bench fuzz" + " torture login doctor restore")
                    .split(" ", -1));

    private static final Set<String> WAITING = Set.of("wait", "follow", "notify");
    /** Some name a file that is there; none leads out of the directory. */
    private static final List<String> OPERANDS = Dictionary.of("operands");

    private static final List<String> VALUES = Dictionary.of("flag values");

    private final Workshop workshop;
    private final List<String> verbs;
    private final Lookup lookup;
    private final Map<String, int[]> counts = new TreeMap<>();

    CommandsFuzz(Workshop workshop, List<String> verbs, Lookup lookup) {
        this.workshop = workshop;
        this.verbs = verbs.stream().filter(verb -> !LEFT_OUT.contains(verb)).toList();
        this.lookup = lookup;
    }

    void run(Seeds seeds) throws IOException, InterruptedException, CliFailure {
        seeds.run("commands", seed -> {
            List<String> words = words(new Dice(seed));
            workshop.clean();
            int[] count = counts.computeIfAbsent(words.isEmpty() ? "" : words.get(0), key -> new int[5]);
            String fault = workshop.fault(() -> {
                Workshop.Result result = workshop.run(words);
                if (result.exit() >= 0 && result.exit() < count.length) {
                    count[result.exit()]++;
                }
                return Workshop.wrong(result);
            });
            return new Seeds.Tried(fault, "", Quoted.words(words));
        });
        Table table = new Table("verb", "exit 0", "1", "2", "3", "4");
        counts.forEach((verb, count) -> {
            List<String> cells = new ArrayList<>(List.of(verbs.contains(verb) ? verb : "(none such)"));
            for (int one : count) {
                cells.add(Integer.toString(one));
            }
            table.add(cells.toArray(String[]::new));
        });
        table.print(seeds.out());
    }

    private List<String> words(Dice dice) throws CliFailure {
        if (dice.oneIn(50)) {
            return dice.oneIn(2) ? List.of() : List.of("no-such-verb", word(dice));
        }
        String verb = dice.of(verbs);
        Syntax syntax = lookup.named(verb).syntax();
        List<String> words = new ArrayList<>(List.of(verb));
        for (int i = dice.below(3); i > 0 && !syntax.flags().isEmpty(); i--) {
            Flag flag = dice.of(syntax.flags());
            if (!WAITING.contains(flag.name())) {
                flag(flag, words, dice);
            }
        }
        for (int i = dice.below(3); i > 0; i--) {
            words.add(operand(dice));
        }
        return words;
    }

    private void flag(Flag flag, List<String> words, Dice dice) {
        String value = dice.oneIn(3) ? operand(dice) : word(dice);
        if (!flag.takesValue()) {
            words.add("--" + flag.name() + (dice.oneIn(8) ? "=" + value : ""));
        } else if (dice.oneIn(2)) {
            words.add("--" + flag.name() + "=" + value);
        } else {
            words.add("--" + flag.name());
            if (!dice.oneIn(10)) {
                words.add(value);
            }
        }
    }

    private static String operand(Dice dice) {
        return dice.oneIn(4) ? word(dice) : dice.of(OPERANDS);
    }

    private static String word(Dice dice) {
        return dice.of(dice.oneIn(2) ? VALUES : FileDamage.WORDS);
    }
}
