package org.gleaner.lab.fuzz;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.terminal.verb.VersionVerb;
import org.jspecify.annotations.Nullable;

/** Makes values that a schema allows, and that mean something to the server where the schema can't say so. */
record ValueMaker(Tree.Members schemas, Dice dice, Names names) {
    private static final int DEEPEST = 8;
    private static final long LARGE = 1L << 40;
    private static final String STRANGE_HASH = "00".repeat(32);
    private static final List<String> WORDS =
            List.of("a", "sim", "sim.py", "out.txt", "data/in.csv", "linux", "x64", "echo", "{}", "héllo", "x y");
    private static final List<String> SELECTORS = List.of("last", "all", "name:sim", "type:sim", "state:blocked");
    private static final List<String> SETTINGS = List.of("strategy", "lost-after", "quota-owner", "no-such-setting");
    private static final List<String> SETTING_VALUES = List.of("balanced", "60s", "100", "off", "");

    private static final String SIMULATION = "SimulationRequest";

    /** Two machines and nine short tasks. */
    private static final String SCENARIO = "<scenario name='mine'><clients><client name='desk' cnt='2' power='5000'"
            + " zerofp1='60' incfp1='40' fail1='3' zerofp2='90' incfp2='60' fail2='2'/></clients><simulation>"
            + "<step cnt='9' jobtype='own' jobduration='5' steps='60'/></simulation></scenario>";

    /** One that is soon over: exactly one source, one strategy, one or two seeds. */
    private Tree simulation() {
        Tree.Member source = switch (dice.below(3)) {
            case 0 -> new Tree.Member("scenario", new Tree.Text("small"));
            case 1 -> new Tree.Member("text", new Tree.Text(SCENARIO));
            default -> new Tree.Member("historyDays", new Tree.Verbatim(String.valueOf(1 + dice.below(9))));
        };
        Tree.Member strategies = new Tree.Member(
                "strategies", new Tree.Items(List.of(new Tree.Text(dice.of(List.of("fifo", "balanced"))))));
        Tree.Member repeats = new Tree.Member("repeats", new Tree.Verbatim(String.valueOf(1 + dice.below(2))));
        return new Tree.Members(List.of(source, strategies, repeats));
    }

    /** @param field what it is for; the server's own words are known by it */
    Tree value(Tree schema, String field, int depth) {
        Tree.Members described = Operation.object(schema, field);
        if (described.get("$ref") instanceof Tree.Text reference) {
            String name = reference.text().substring(reference.text().lastIndexOf('/') + 1);
            return name.equals(SIMULATION)
                    ? simulation()
                    : value(Operation.object(schemas.get(name), name), field, depth);
        }
        boolean isObject = described.get("properties") != null;
        if (!isObject && described.get("oneOf") instanceof Tree.Items choices) {
            return value(dice.of(choices.items()), field, depth);
        }
        if (described.get("enum") instanceof Tree.Items words) {
            return dice.of(words.items());
        }
        return switch (Tree.text(described.get("type"), "object")) {
            case "integer", "number" -> number(described, field);
            case "boolean" -> new Tree.Verbatim(dice.oneIn(2) ? "true" : "false");
            case "array" -> list(described, field, depth);
            case "string" -> new Tree.Text(text(described, field));
            default -> object(described, depth);
        };
    }

    private static List<String> required(Tree described) {
        return Operation.object(described, "required").get("required") instanceof Tree.Items list
                ? list.items().stream().map(one -> Tree.text(one, "")).toList()
                : List.of();
    }

    private Tree object(Tree.Members described, int depth) {
        List<Tree.Member> members = new ArrayList<>();
        List<String> required = new ArrayList<>(required(described));
        List<String> left = new ArrayList<>();
        if (described.get("oneOf") instanceof Tree.Items choices) {
            choices.items().forEach(one -> left.addAll(required(one)));
            List<String> chosen = required(dice.of(choices.items()));
            required.addAll(chosen);
            left.removeAll(chosen);
        }
        if (described.get("properties") instanceof Tree.Members properties) {
            for (Tree.Member property : properties.members()) {
                if (left.contains(property.name())) {
                    continue;
                }
                boolean wanted = required.contains(property.name()) || usual(property.name());
                if (wanted || (depth < DEEPEST && dice.oneIn(4))) {
                    members.add(new Tree.Member(property.name(), value(property.value(), property.name(), depth + 1)));
                }
            }
        }
        if (described.get("additionalProperties") instanceof Tree.Members values) {
            for (int i = dice.below(3); i > 0; i--) {
                members.add(new Tree.Member("K" + i, value(values, "value", depth + 1)));
            }
        }
        return new Tree.Members(members);
    }

    /** Most jobs have a command and most selections a selector, though the schema can't demand it. */
    private boolean usual(String field) {
        return (field.equals("command") || field.equals("select")) && !dice.oneIn(8);
    }

    private Tree list(Tree.Members described, String field, int depth) {
        Tree schema = described.get("items");
        if (field.equals("command")) {
            return new Tree.Items(List.of(new Tree.Text("true")));
        }
        List<Tree> items = new ArrayList<>();
        for (int i = schema == null ? 0 : dice.below(3); i > 0 && schema != null; i--) {
            items.add(value(schema, field, depth + 1));
        }
        return new Tree.Items(items);
    }

    private Tree number(Tree.Members described, String field) {
        switch (field) {
            case "incarnation":
                return Tree.number(names.incarnation());
            case "patienceMs":
                return Tree.number(dice.below(20));
            case "last":
                return Tree.number(dice.below(20));
            case "id", "ids", "job", "node":
                return Tree.number(number(field));
            default:
                long least = bound(described.get("minimum"), 0);
                long most = bound(described.get("maximum"), least + 20);
                return Tree.number(dice.oneIn(10) ? Math.min(LARGE, most) : dice.between(least, most));
        }
    }

    private static long bound(@Nullable Tree written, long otherwise) {
        // The next whole number, of those with a fraction.
        return written instanceof Tree.Verbatim number
                ? new BigDecimal(number.written())
                        .setScale(0, RoundingMode.CEILING)
                        .longValueExact()
                : otherwise;
    }

    /** What stands for a number in a path. */
    long number(String field) {
        long real = field.equals("node") ? names.node() : names.job();
        return dice.oneIn(4) ? dice.between(1, 50) : real;
    }

    String text(Tree.Members described, String field) {
        String pattern = Tree.text(described.get("pattern"), "");
        if (pattern.contains("64}$") && pattern.contains("0-9a-f")) {
            return dice.oneIn(4) ? STRANGE_HASH : names.blob();
        }
        if (pattern.contains("#")) {
            return dice.oneIn(4) ? "1.1#1" : names.attempt();
        }
        String format = Tree.text(described.get("format"), "");
        if (format.equals("byte")) {
            return dice.oneIn(2) ? "" : "aGVsbG8=";
        }
        if (format.equals("date-time")) {
            return "2026-01-31T12:00:00Z";
        }
        return switch (field) {
            case "select" -> dice.oneIn(2) ? dice.of(SELECTORS) : number("id") + (dice.oneIn(2) ? ".1" : "");
            case "name" -> dice.oneIn(3) ? dice.of(SETTINGS) : dice.of(WORDS);
            case "value" -> dice.of(SETTING_VALUES);
            case "owner" -> dice.oneIn(2) ? "ann" : "carl";
            case "webhook" -> "https://host.example/path";
            case "grace" -> dice.oneIn(2) ? "24h" : "90d";
            case "version" -> VersionVerb.version();
            default -> dice.of(WORDS);
        };
    }
}
