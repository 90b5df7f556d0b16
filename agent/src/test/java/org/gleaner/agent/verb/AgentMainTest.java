package org.gleaner.agent.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.verb.VersionVerb;
import org.junit.jupiter.api.Test;

class AgentMainTest {
    @Test
    void the_verbs_that_installed_services_and_join_scripts_use_are_there() throws CliFailure {
        assertThat(AgentMain.verb("agent")).isInstanceOf(AgentVerb.class);
        assertThat(AgentMain.verb("version")).isInstanceOf(VersionVerb.class);
    }

    @Test
    void who_wants_more_is_told_where_the_whole_program_is() {
        CliFailure refused = catchThrowableOfType(CliFailure.class, () -> AgentMain.verb("submit"));

        assertThat(refused.exit()).isEqualTo(Exit.USAGE);
        assertThat(refused.next()).contains("/gleaner-full.jar");
    }
}
