package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ShellProblems;
import org.junit.jupiter.api.Test;

final class UnsentTest {
    @Test
    void a_program_is_told_why_the_server_refuses_and_what_to_do() {
        Problem refusal = ShellProblems.noHosts("the server is not root");
        CallFailed failed = catchThrowableOfType(CallFailed.class, () -> new Answer.Refused<>(refusal).get());

        GridException why = Unsent.because("The problem can't be submitted.", failed);

        assertThat(why)
                .hasMessage("The problem can't be submitted. " + refusal.detail() + " " + refusal.remedy())
                .hasCause(failed);
    }
}
