package org.gleaner.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DiskRoomTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "the node could not set it up: java.nio.file.FileSystemException: /w/1.1.1: No space left on device",
                "java.io.IOException: Disk quota exceeded",
                "java.io.IOException: There is not enough space on the disk"
            })
    void a_failure_for_want_of_room_is_known_by_its_words_even_when_there_is_room_again(String failure) {
        assertThat(DiskRoom.isFullBy(failure)).isTrue();
    }

    @Test
    void a_missing_program_is_no_full_disk() {
        assertThat(DiskRoom.isFullBy("it could not be started: error=2, No such file or directory"))
                .isFalse();
    }
}
