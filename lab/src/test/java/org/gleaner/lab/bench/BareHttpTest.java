package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BareHttpTest {
    @Test
    void an_answer_is_complete_when_its_body_is() throws IOException {
        assertThat(BareHttp.answer(bytes("HTTP/1.1 200 OK\r\nContent-Le"))).isNull();
        assertThat(BareHttp.answer(bytes("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha")))
                .isNull();
        assertThat(BareHttp.answer(bytes("HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 4\r\n\r\nhalf")))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("half");
    }

    @Test
    void an_answer_without_a_length_has_no_body() throws IOException {
        assertThat(BareHttp.answer(bytes("HTTP/1.1 200 OK\r\n\r\n"))).isEmpty();
    }

    @Test
    void a_refusal_is_an_error_that_says_what_the_server_said() {
        assertThatThrownBy(() -> BareHttp.answer(bytes("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nfull")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("503")
                .hasMessageContaining("full");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
