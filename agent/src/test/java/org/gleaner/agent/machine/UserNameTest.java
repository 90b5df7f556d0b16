package org.gleaner.agent.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class UserNameTest {
    @Test
    void a_user_with_a_name_is_called_by_it() {
        UserName ada = new UserName("ada", OptionalLong.of(1000));

        assertThat(ada.shown()).isEqualTo("ada");
        assertThat(ada.typed()).isEqualTo("ada");
    }

    @Test
    void a_user_without_a_name_is_called_by_the_number() {
        UserName nameless = new UserName("?", OptionalLong.of(4711));

        assertThat(nameless.shown()).isEqualTo("user 4711");
        assertThat(nameless.typed()).isEqualTo("4711");
    }

    @Test
    void of_whom_nothing_is_known_no_question_mark_is_told() {
        UserName unknown = new UserName("?", OptionalLong.empty());

        assertThat(unknown.shown()).isEqualTo("the agent's user");
        assertThat(unknown.typed()).isEqualTo("YOU");
    }

    @Test
    void this_process_has_a_user() {
        assertThat(UserName.own().shown()).isNotBlank().isNotEqualTo("?");
    }
}
