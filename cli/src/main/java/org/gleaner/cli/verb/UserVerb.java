package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.TokenJson;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;
import org.gleaner.terminal.verb.CliVerb;

/** Lets people in and out. A token is printed once and kept nowhere. */
public final class UserVerb implements CliVerb {
    private static final Subcommands WORDS = Subcommands.of("add NAME", "list", "remove NAME");

    @Override
    public Syntax syntax() {
        return Syntax.of("user", "add, list and remove users (for the admin)", WORDS.operands())
                .example("gleaner user add ada --expires 30d", "prints Ada's token, good for a month")
                .example("(umask 077; gleaner user add ada > ada.token)", "into a file only you can read")
                .example("gleaner user remove ada", "revokes all her tokens; her jobs continue")
                .flags(
                        Flag.one("expires", "SPAN", "add: when the token expires, such as 30d"),
                        Flag.on("take-over", "add: give the jobs of an earlier user of this name to this one"),
                        Flag.on("cancel-jobs", "remove: cancel the user's open jobs, too"),
                        Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        String word = WORDS.chosen(arguments);
        UserCalls calls = Access.calls(here);
        switch (word) {
            case "add" -> add(calls, arguments, here);
            case "remove" -> remove(calls, arguments, here);
            default -> list(calls, arguments, here);
        }
        return Exit.OK;
    }

    static Owner owner(String text) throws CliFailure {
        try {
            return new Owner(text);
        } catch (IllegalArgumentException malformed) {
            throw CliFailure.usage(
                    "Invalid user name.", Arguments.sentence(malformed), "For example: gleaner user add ada");
        }
    }

    private static void add(UserCalls calls, Arguments arguments, Surroundings here) throws CliFailure, CallFailed {
        Owner owner = owner(arguments.operand(1, ""));
        for (Reply.UserSummary user : calls.users().get().users()) {
            if (user.name().equals(owner) && user.tokens() > 0) {
                throw CliFailure.refused(
                        "User " + owner + " already exists.",
                        "They have " + Counted.of(user.tokens(), "token") + ".",
                        "For another token: gleaner token create --user " + owner
                                + ". For another person, choose another name.");
            }
        }
        IssuedToken issued = calls.issue(
                        new TokenRequest(Role.USER, owner, "", arguments.span("expires"), arguments.has("take-over")))
                .get();
        if (arguments.json()) {
            Printer.json(here.out(), issued, AdminJson::writeIssued);
        } else {
            here.out().println(issued.token());
            here.err()
                    .println("This is the token of " + owner + ", shown only once. Send it to " + owner
                            + " over a secure channel.");
        }
    }

    private static void remove(UserCalls calls, Arguments arguments, Surroundings here) throws CliFailure, CallFailed {
        Reply.UserRemoved removed = calls.removeUser(owner(arguments.operand(1, "")), arguments.has("cancel-jobs"))
                .get();
        if (arguments.json()) {
            Printer.json(here.out(), removed, TokenJson::writeRemoved);
            return;
        }
        here.out().println("Removed " + removed.name() + "; " + Counted.of(removed.tokens(), "token") + " revoked.");
        if (removed.openJobs() > 0) {
            here.out()
                    .println(
                            removed.cancelled()
                                    ? Counted.of(removed.openJobs(), "open job") + " cancelled."
                                    : Counted.of(removed.openJobs(), "open job")
                                            + " still running; 'gleaner user remove " + removed.name()
                                            + " --cancel-jobs' cancels " + (removed.openJobs() == 1 ? "it" : "them")
                                            + ".");
        }
        here.out()
                .println("Finished jobs and their results stay until an admin deletes them; until then a new user gets"
                        + " this name only with --take-over.");
    }

    private static void list(UserCalls calls, Arguments arguments, Surroundings here) throws CallFailed {
        Reply.Users answer = calls.users().get();
        if (arguments.json()) {
            Printer.json(here.out(), answer, TokenJson::writeUsers);
            return;
        }
        Table table = new Table("USER", "ROLE", "TOKENS", "OPEN JOBS", "LAST USED");
        for (Reply.UserSummary user : answer.users()) {
            table.add(
                    user.name().name(),
                    user.admin() ? "admin" : "user",
                    Integer.toString(user.tokens()),
                    Integer.toString(user.openJobs()),
                    TokenVerb.day(user.used(), "never"));
        }
        table.print(here.out());
    }
}
