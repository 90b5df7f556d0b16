package org.gleaner.core.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.gleaner.core.id.NodeId;
import org.junit.jupiter.api.Test;

class TaskRecordTest {
    private static EndedAttempt ended(int number) {
        return new EndedAttempt(number, new NodeId(1), Outcome.EXITED, 7, Instant.EPOCH, Instant.EPOCH);
    }

    private static TaskRecord tried(int times) {
        TaskRecord record = TaskRecord.UNTRIED;
        for (int number = 1; number <= times; number++) {
            record = record.assigned(number).remembering(ended(number));
        }
        return record;
    }

    @Test
    void what_is_remembered_depends_on_the_numbers_alone_not_on_what_was_forgotten_between() {
        int many = TaskRecord.REMEMBERED + 3;

        TaskRecord revived = tried(many).forgetting(many);
        TaskRecord again = revived.remembering(ended(many));

        assertThat(revived.ended())
                .extracting(EndedAttempt::number)
                .startsWith(4)
                .hasSize(TaskRecord.REMEMBERED - 1);
        assertThat(again).isEqualTo(tried(many));
    }

    @Test
    void a_new_attempt_lets_the_oldest_be_forgotten() {
        TaskRecord record = tried(TaskRecord.REMEMBERED);

        assertThat(record.ended(1)).isNotNull();
        assertThat(record.assigned(TaskRecord.REMEMBERED + 1).ended(1)).isNull();
    }
}
