package org.gleaner.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TortureLogTest {
    @Test
    void what_the_server_says_of_a_disk_that_the_torture_filled_is_no_finding_whatever_the_system_calls_it() {
        assertThat(Torture.isOfTheStore("could not write a change to the audit log: No space left on device"))
                .isTrue();
        assertThat(Torture.isOfTheStore("the store failed; calls get 503 until it is back"))
                .isTrue();
    }

    @Test
    void what_has_nothing_to_do_with_the_disk_is_a_finding() {
        assertThat(Torture.isOfTheStore("a command that nobody foresaw")).isFalse();
        assertThat(Torture.isOfTheStore("")).isFalse();
    }
}
