package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;

import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.grid.Untried;
import org.gleaner.core.id.Owner;
import org.junit.jupiter.api.Test;

/** How work is given out where the server chooses, and what owners may say about it. */
final class PolicyTest {
    private static final Policy QUANTILE = new Policy("quantile", Objective.MAKESPAN);
    private static final Policy SOON = new Policy("survival", Objective.FLOW);
    private static final Caller BERT = new Caller(new Owner("bert"), false);

    private final GridFixture grid = new GridFixture();

    private void set(String name, String value) {
        grid.ask(new Command.ChangeSetting(ADMIN, name, value), Reply.Acknowledged.class);
    }

    private void take(Policy chosen, Map<Owner, Policy> owners) {
        Tryout tryout = new Tryout(grid.now(), Objective.AUTO, List.of(), chosen, owners, grid.now(), null);
        grid.ask(new Command.TakePolicy(tryout), Reply.Acknowledged.class);
    }

    private Reply.PolicyInForce asked(Caller caller) {
        return grid.ask(new Question.AskPolicy(caller), Reply.PolicyInForce.class);
    }

    private String objectives(Caller caller) {
        return setting(caller, "objectives");
    }

    private String setting(Caller caller, String name) {
        return grid.ask(new Question.ReadSettings(caller), Reply.Settings.class)
                .values()
                .getOrDefault(name, "");
    }

    @Test
    void owners_read_their_own_weights_and_an_admin_those_of_all() {
        String all = "anna=4, bert=2.50,anna/sim=1,annabel=3";
        set("weights", all);

        assertThat(setting(ANNA, "weights")).isEqualTo("anna=4,anna/sim=1");
        assertThat(setting(BERT, "weights")).isEqualTo("bert=2.50");
        assertThat(setting(new Caller(new Owner("cleo"), false), "weights")).isEqualTo("equal");
        assertThat(setting(ADMIN, "weights")).isEqualTo(all);
    }

    @Test
    void what_the_controller_chose_is_in_force_while_it_is_to_choose() {
        set("strategy", "auto");
        assertThat(asked(ANNA).policy()).isEqualTo(new Policy("survival", Objective.AUTO));

        take(QUANTILE, Map.of());

        assertThat(grid.roster().strategy().name()).isEqualTo("quantile");
        assertThat(asked(ANNA).tryout()).isNotNull();
    }

    @Test
    void why_nothing_was_tried_is_told_only_until_something_is() {
        assertThat(asked(ANNA).with(Untried.NO_MACHINE).untried()).isNull();

        set("strategy", "auto");
        assertThat(asked(ANNA).with(Untried.NO_MACHINE).untried()).isEqualTo(Untried.NO_MACHINE);

        take(QUANTILE, Map.of());
        assertThat(asked(ANNA).with(Untried.NO_MACHINE).untried()).isNull();
    }

    @Test
    void what_comes_after_somebody_set_a_strategy_comes_too_late() {
        set("strategy", "auto");
        take(QUANTILE, Map.of());

        set("strategy", "fifo");
        take(QUANTILE, Map.of());

        assertThat(grid.roster().strategy().name()).isEqualTo("fifo");
        assertThat(asked(ANNA).tryout()).isNull();
    }

    @Test
    void other_settings_do_not_undo_what_was_chosen() {
        set("strategy", "auto");
        take(QUANTILE, Map.of());

        set("fairlevel", "0.3");

        assertThat(grid.roster().policy()).isEqualTo(QUANTILE);
    }

    @Test
    void an_owner_says_what_counts_for_her_own_jobs_and_for_no_others() {
        set("strategy", "survival");

        grid.ask(new Command.WantObjective(ANNA, Objective.FLOW), Reply.Acknowledged.class);

        assertThat(asked(ANNA).own()).isEqualTo(SOON);
        assertThat(asked(BERT).own()).isEqualTo(new Policy("survival", Objective.AUTO));
        assertThat(asked(BERT).wanted()).isNull();

        assertThat(objectives(ANNA)).isEqualTo("anna=flow");
        assertThat(objectives(BERT)).isEqualTo("none");
        assertThat(objectives(ADMIN)).isEqualTo("anna=flow");

        grid.ask(new Command.WantObjective(ANNA, null), Reply.Acknowledged.class);
        assertThat(asked(ANNA).own()).isEqualTo(asked(BERT).own());
    }

    @Test
    void the_controller_may_choose_something_else_for_an_owner_who_wants_something_else() {
        set("strategy", "auto");
        grid.ask(new Command.WantObjective(ANNA, Objective.FLOW), Reply.Acknowledged.class);

        take(QUANTILE, Map.of(ANNA.owner(), SOON));

        assertThat(asked(ANNA).own()).isEqualTo(SOON);
        assertThat(asked(BERT).own()).isEqualTo(QUANTILE);
    }
}
