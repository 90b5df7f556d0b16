package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.gleaner.terminal.console.CliFailure;
import org.junit.jupiter.api.Test;

final class RestoreVerbTest {
    private static CliFailure failure(IOException cause) {
        return RestoreVerb.failure(Path.of("moving.zip"), Path.of("/var/lib/gleaner-new"), cause);
    }

    @Test
    void missing_rights_are_not_blamed_on_the_backup_or_the_disk() {
        CliFailure denied = failure(new AccessDeniedException("/var/lib/gleaner-new.restoring"));

        assertThat(denied.why()).isEqualTo("Permission denied: /var/lib/gleaner-new.restoring.");
        assertThat(denied.next())
                .contains("with sudo")
                .doesNotContain("complete")
                .doesNotContain("space");
        assertThat(failure(new IOException("it ends early")).next()).contains("complete", "space");
    }
}
