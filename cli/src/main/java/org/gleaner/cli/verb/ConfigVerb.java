package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.wording.SettingWords;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Example;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;
import org.gleaner.terminal.verb.CliVerb;

/** Reads and changes the settings of a running server. */
public final class ConfigVerb implements CliVerb {
    private static final Subcommands WORDS = Subcommands.of("get [NAME]", "set NAME VALUE");
    private static final List<String> KNOWN =
            Arrays.stream(Setting.values()).map(Setting::word).toList();

    @Override
    public Syntax syntax() {
        return Syntax.of("config", "read or change the server's settings while it runs", WORDS.operands())
                .example("gleaner config get", "all settings and what they mean")
                .example("gleaner config set strategy fifo", "set how work is chosen")
                .example("gleaner config set lost-after 2m", "wait longer for silent nodes")
                .flags(Flag.JSON)
                .terms(Arrays.stream(Setting.values())
                        .map(one -> new Example(one.word(), SettingWords.meaning(one) + " (" + one.preset() + ")"))
                        .toList());
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        boolean set = WORDS.chosen(arguments).equals("set");
        UserCalls calls = Access.calls(here);
        String name = arguments.operand(1, "");
        refuseSlip(name);
        if (set) {
            Answer<Boolean> done = calls.set(name, arguments.operand(2, ""));
            if (done.isRefused(ProblemKind.INVALID_SETTING) && !KNOWN.contains(name)) {
                throw unknown(name);
            }
            boolean unused = done.get();
            warn(calls, name, arguments.operand(2, ""), here);
            if (!arguments.json()) {
                here.out().println(name + " is now " + arguments.operand(2, ""));
                return Exit.OK;
            }
        }
        show(calls.settings().get(), name, arguments.json(), here);
        return Exit.OK;
    }

    /** Only what looks like one of ours: a newer server may have settings that this program does not know. */
    private static void refuseSlip(String name) throws CliFailure {
        String near = KNOWN.contains(name) ? null : Nearest.to(name, KNOWN);
        if (near != null) {
            throw CliFailure.usage(
                    "Unknown setting '" + name + "'.",
                    "Did you mean " + near + "?",
                    "'gleaner config get' lists the settings with their values.");
        }
    }

    /** There are too many to name them all in one line. */
    private static CliFailure unknown(String name) {
        return CliFailure.usage(
                "Unknown setting '" + name + "'.",
                "The server has none of that name.",
                "'gleaner config get' lists the settings with their values.");
    }

    /** A user may come later, so a name that nobody has is taken; but it may be a slip. */
    private static void warn(UserCalls calls, String name, String value, Surroundings here) {
        if (!name.equals(Setting.WEIGHTS.word()) || value.equals(Setting.WEIGHTS.preset())) {
            return;
        }
        if (!(calls.users() instanceof Answer.Success<Reply.Users> users)) {
            return;
        }
        List<String> known =
                users.value().users().stream().map(one -> one.name().name()).toList();
        for (String part : value.split(",", -1)) {
            String user = part.strip().split("[=/]", -1)[0].strip();
            if (!known.contains(user)) {
                here.err().println("There is no user '" + user + "' yet; 'gleaner user list' lists them.");
            }
        }
    }

    private static void show(Reply.Settings settings, String name, boolean json, Surroundings here) throws CliFailure {
        TreeMap<String, String> values = new TreeMap<>(settings.values());
        if (!name.isEmpty()) {
            values.keySet().retainAll(List.of(name));
            if (values.isEmpty()) {
                throw unknown(name);
            }
        }
        if (json) {
            Printer.json(here.out(), new Reply.Settings(values), AnswerJson::writeSettings);
        } else if (!name.isEmpty()) {
            here.out().println(values.get(name));
        } else {
            Table table = new Table("NAME", "VALUE", "MEANING");
            for (Map.Entry<String, String> one : values.entrySet()) {
                table.add(one.getKey(), one.getValue(), meaning(one.getKey()));
            }
            table.print(here.out());
        }
    }

    private static String meaning(String name) {
        try {
            return SettingWords.meaning(Setting.named(name));
        } catch (IllegalArgumentException newer) {
            return "";
        }
    }
}
