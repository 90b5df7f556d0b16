package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.array;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.access.TokenDecisions;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tokens and the people behind them. */
final class TokenDecisionsTest {
    private static final Owner BOB = new Owner("bob");

    private final GridFixture grid = new GridFixture();
    private int made;

    private Token token(Role role, @Nullable Owner owner) {
        TokenHash hash = new TokenHash(String.format(Locale.ROOT, "%08x", made++) + "0".repeat(56));
        return new Token(hash, role, owner, null, TokenNote.named("laptop"));
    }

    private Token issued(Caller caller, Token token, @Nullable Duration lifetime) {
        grid.ask(new Command.IssueToken(caller, token, lifetime, Command.Left.NOTHING, null), Reply.Acknowledged.class);
        return grid.state().tokens().stream()
                .filter(one -> one.hash().equals(token.hash()))
                .findFirst()
                .orElseThrow();
    }

    private Rejection refused(Command command) {
        return grid.ask(command, Reply.Refused.class).why();
    }

    private Stream<String> seenBy(Caller caller) {
        return grid.ask(new Question.ListTokens(caller), Reply.Tokens.class).tokens().stream()
                .map(Token::id);
    }

    @Test
    void a_session_ends_with_the_token_that_made_it_and_is_not_made_with_one_that_is_gone() {
        Token maker = issued(ADMIN, token(Role.USER, BOB), null);
        Token session = token(Role.USER, BOB).with(TokenNote.session("page", maker.hash()));
        Token late = token(Role.USER, BOB).with(TokenNote.session("page", maker.hash()));
        Token other = issued(ADMIN, token(Role.USER, BOB), null);
        Caller bob = new Caller(BOB, false);
        issued(bob, session, Duration.ofHours(12));

        grid.ask(new Command.RevokeToken(bob, maker.id()), Reply.Acknowledged.class);

        assertThat(grid.state().tokens()).extracting(Token::hash).contains(other.hash());
        assertThat(grid.state().tokens()).extracting(Token::hash).doesNotContain(maker.hash(), session.hash());
        assertThat(refused(new Command.IssueToken(bob, late, null, Command.Left.NOTHING, null)))
                .isEqualTo(new Rejection.NotAllowed(Rejection.Deed.ISSUE_TOKENS));
    }

    @Test
    void a_token_with_a_lifetime_is_gone_when_it_is_over() {
        Token token = issued(ADMIN, token(Role.USER, BOB), Duration.ofDays(1));
        Token other = issued(ADMIN, token(Role.USER, BOB), null);

        grid.pass(Duration.ofDays(1).minusSeconds(5));
        assertThat(grid.state().tokens()).contains(token, other);
        grid.pass(Duration.ofSeconds(7));

        assertThat(grid.state().tokens()).containsExactly(other);
    }

    @Test
    void a_lifetime_that_no_clock_can_tell_is_refused() {
        Token token = token(Role.USER, BOB);

        Rejection why = refused(
                new Command.IssueToken(ADMIN, token, Duration.ofMillis(Long.MAX_VALUE), Command.Left.NOTHING, null));

        assertThat(why).isInstanceOf(Rejection.InvalidToken.class);
        assertThat(issued(ADMIN, token, TokenDecisions.LONGEST_LIFETIME).hash()).isEqualTo(token.hash());
    }

    @Test
    void a_token_expires_also_while_the_server_was_away() {
        issued(ADMIN, token(Role.USER, BOB), Duration.ofMinutes(1));

        grid.freeze(Duration.ofHours(1));
        grid.restart();

        assertThat(grid.state().tokens()).isEmpty();
    }

    @Test
    void a_user_makes_lists_and_revokes_own_user_tokens_and_no_others() {
        Token mine = issued(ANNA, token(Role.USER, ANNA.owner()), null);
        Token bobs = issued(ADMIN, token(Role.USER, BOB), null);

        assertThat(seenBy(ANNA)).containsExactly(mine.id());
        assertThat(seenBy(ADMIN)).containsExactly(mine.id(), bobs.id());
        assertThat(refused(new Command.IssueToken(ANNA, token(Role.USER, BOB))))
                .isInstanceOf(Rejection.NotAllowed.class);
        assertThat(refused(new Command.IssueToken(ANNA, token(Role.ADMIN, ANNA.owner()))))
                .isInstanceOf(Rejection.NotAllowed.class);
        assertThat(refused(new Command.IssueToken(ANNA, token(Role.JOIN, null))))
                .isInstanceOf(Rejection.NotAllowed.class);
        assertThat(refused(new Command.RevokeToken(ANNA, bobs.id()))).isInstanceOf(Rejection.InvalidToken.class);
        grid.ask(new Command.RevokeToken(ANNA, mine.id()), Reply.Acknowledged.class);

        assertThat(grid.state().tokens()).containsExactly(bobs);
    }

    @Test
    void a_token_that_ends_makes_none_that_outlives_it_unless_it_is_an_admins() {
        Instant end = issued(ADMIN, token(Role.USER, ANNA.owner()), Duration.ofDays(1))
                .note()
                .expires();

        grid.pass(Duration.ofHours(1));
        Token next = token(Role.USER, ANNA.owner());
        grid.ask(new Command.IssueToken(ANNA, next, null, Command.Left.NOTHING, end), Reply.Acknowledged.class);
        Token shorter = token(Role.USER, ANNA.owner());
        grid.ask(
                new Command.IssueToken(ANNA, shorter, Duration.ofHours(2), Command.Left.NOTHING, end),
                Reply.Acknowledged.class);
        Token longer = token(Role.USER, ANNA.owner());
        Rejection why = refused(new Command.IssueToken(ANNA, longer, Duration.ofDays(1), Command.Left.NOTHING, end));
        Token admins = token(Role.USER, BOB);
        grid.ask(new Command.IssueToken(ADMIN, admins, null, Command.Left.NOTHING, end), Reply.Acknowledged.class);

        assertThat(why)
                .isEqualTo(new Rejection.InvalidToken(new Rejection.Fault.Outlives(Objects.requireNonNull(end))));
        grid.pass(Duration.ofDays(1));
        assertThat(grid.state().tokens()).extracting(Token::hash).containsExactly(admins.hash());
    }

    @Test
    void an_id_that_several_tokens_begin_with_revokes_none() {
        issued(ADMIN, token(Role.USER, BOB), null);
        issued(ADMIN, token(Role.USER, BOB), null);

        assertThat(refused(new Command.RevokeToken(ADMIN, "0000000"))).isInstanceOf(Rejection.InvalidToken.class);
        assertThat(grid.state().tokens()).hasSize(2);
    }

    @Test
    void only_the_day_of_the_last_use_is_noted() {
        Token token = issued(ADMIN, token(Role.USER, BOB), null);
        grid.pass(Duration.ofHours(30));

        grid.ask(new Command.UseToken(token.hash()), Reply.Acknowledged.class);

        assertThat(grid.state().tokens())
                .extracting(one -> String.valueOf(one.note().used()))
                .containsExactly("2026-01-02T00:00:00Z");
    }

    @Test
    void nobody_has_more_tokens_than_can_be_looked_through() {
        for (int i = 0; i < TokenDecisions.MOST_PER_OWNER; i++) {
            issued(ANNA, token(Role.USER, ANNA.owner()), null);
        }

        assertThat(refused(new Command.IssueToken(ANNA, token(Role.USER, ANNA.owner()))))
                .isInstanceOf(Rejection.InvalidToken.class);
    }

    @Test
    void a_removed_user_has_no_token_and_their_jobs_go_on_unless_they_are_to_be_cancelled() {
        grid.submit(array(2));
        issued(ADMIN, token(Role.USER, ANNA.owner()), null);

        Reply.UserRemoved first = grid.ask(new Command.RemoveUser(ADMIN, ANNA.owner(), false), Reply.UserRemoved.class);
        assertThat(grid.state().tokens()).isEmpty();
        assertThat(grid.roster().jobs().of(ANNA)).hasSize(1);
        Reply.UserRemoved second = grid.ask(new Command.RemoveUser(ADMIN, ANNA.owner(), true), Reply.UserRemoved.class);

        assertThat(first).isEqualTo(new Reply.UserRemoved(ANNA.owner(), 1, 1, false));
        assertThat(second).isEqualTo(new Reply.UserRemoved(ANNA.owner(), 0, 1, true));
        assertThat(grid.roster().jobs().of(ANNA)).isEmpty();
        assertThat(refused(new Command.RemoveUser(ADMIN, ANNA.owner(), false)))
                .isEqualTo(new Rejection.UnknownUser(ANNA.owner()));
    }

    @Test
    void who_gets_the_name_of_a_removed_user_inherits_neither_weight_nor_objective_nor_what_types_take() {
        issued(ADMIN, token(Role.USER, ANNA.owner()), null);
        set(Setting.WEIGHTS, "anna=4,anna/sim=2,annabel=3");
        set(Setting.OBJECTIVES, "anna=flow,bob=makespan");
        runOneTask();
        assertThat(typesOf(ANNA)).isNotEmpty();

        grid.ask(new Command.RemoveUser(ADMIN, ANNA.owner(), true), Reply.UserRemoved.class);

        assertThat(grid.roster().settings().text(Setting.WEIGHTS)).isEqualTo("annabel=3");
        assertThat(grid.roster().settings().text(Setting.OBJECTIVES)).isEqualTo("bob=makespan");
        issued(ADMIN, token(Role.USER, ANNA.owner()), null);
        assertThat(typesOf(ANNA)).isEmpty();
    }

    @Test
    void one_more_token_takes_nothing_from_its_owner() {
        issued(ADMIN, token(Role.USER, ANNA.owner()), null);
        runOneTask();

        issued(ADMIN, token(Role.USER, ANNA.owner()), null);

        assertThat(typesOf(ANNA)).isNotEmpty();
    }

    private void runOneTask() {
        set(Setting.STRATEGY, "survival");
        Introduced node = grid.introduce("lab", GridFixture.TWO_SLOTS);
        grid.submit(array(1));
        Start start = grid.orders(node).start().get(0);
        grid.pass(Duration.ofSeconds(10));
        grid.commit(node, GridFixture.done(start.attempt()));
    }

    private Set<TypeKey> typesOf(Caller caller) {
        return grid.roster().groups().beliefs().keySet().stream()
                .filter(type -> type.owner().equals(caller.owner()))
                .collect(Collectors.toSet());
    }

    private void set(Setting setting, String value) {
        grid.ask(new Command.ChangeSetting(ADMIN, setting.word(), value), Reply.Acknowledged.class);
    }

    @Test
    void nobody_removes_themselves_and_only_an_admin_removes_or_lists_others() {
        assertThat(refused(new Command.RemoveUser(ADMIN, ADMIN.owner(), false)))
                .isInstanceOf(Rejection.NotAllowed.class);
        assertThat(refused(new Command.RemoveUser(ANNA, BOB, false))).isInstanceOf(Rejection.NotAllowed.class);
        assertThat(refused(new Question.ListUsers(ANNA))).isInstanceOf(Rejection.NotAllowed.class);
    }

    @Test
    void users_are_those_with_a_token_or_an_open_job() {
        grid.submit(array(1));
        issued(ADMIN, token(Role.ADMIN, BOB), null);

        assertThat(grid.ask(new Question.ListUsers(ADMIN), Reply.Users.class).users())
                .containsExactly(
                        new Reply.UserSummary(ANNA.owner(), false, 0, 1, null),
                        new Reply.UserSummary(BOB, true, 1, 0, null));
    }
}
