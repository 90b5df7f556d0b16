package org.gleaner.agent.person;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PageDoorTest {
    private static final long NOBODY = 65534;

    @Test
    void an_agent_may_run_as_nobody_too() {
        assertThat(PageDoor.of("key", OptionalLong.of(NOBODY), user -> false).usersOfTasks())
                .containsExactly(NOBODY);
    }

    @Test
    void tasks_may_have_the_agents_user_or_that_of_nobody() {
        assertThat(PageDoor.of("key", OptionalLong.of(1000), user -> false).usersOfTasks())
                .containsExactlyInAnyOrder(1000L, NOBODY);
        assertThat(PageDoor.of("key", OptionalLong.empty(), user -> false).usersOfTasks())
                .containsExactly(NOBODY);
    }
}
