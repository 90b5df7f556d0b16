package org.gleaner.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.gleaner.protocol.http.CertificatePin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsIdentityTest {
    private static final Instant NOW = Instant.parse("2026-11-15T05:00:00Z");
    private static final List<String> NAMES = List.of("pool.example", "192.0.2.7", "::1");

    @TempDir
    private Path data;

    @Test
    void first_start_makes_an_authority_and_a_certificate_that_the_jdk_accepts() throws Exception {
        X509Certificate[] chain = chain(TlsIdentity.open(tls(), NAMES, NOW));

        chain[0].verify(chain[1].getPublicKey());
        chain[1].verify(chain[1].getPublicKey());
        assertThat(chain[0].getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(name.get(1)))
                .containsExactly("pool.example", "192.0.2.7", "0:0:0:0:0:0:0:1");
        assertThat(chain[0].getBasicConstraints()).isEqualTo(-1);
        assertThat(chain[1].getBasicConstraints()).isZero();
    }

    @Test
    void keys_are_for_their_owner_only() throws Exception {
        TlsIdentity.open(tls(), NAMES, NOW);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tls())))
                .isEqualTo("rwx------");
        for (String file : List.of("ca.key", "ca.pem", "server.key", "server.pem")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tls().resolve(file))))
                    .as(file)
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void later_starts_keep_what_is_there() throws Exception {
        X509Certificate[] before = chain(TlsIdentity.open(tls(), NAMES, NOW));

        X509Certificate[] after = chain(TlsIdentity.open(tls(), NAMES, NOW.plus(Duration.ofDays(200))));

        assertThat(after).isEqualTo(before);
    }

    @Test
    void certificate_is_renewed_before_it_ends_with_the_same_key_from_the_same_authority() throws Exception {
        TlsIdentity before = TlsIdentity.open(tls(), NAMES, NOW);
        Instant later = before.validUntil().minus(Duration.ofDays(30));

        TlsIdentity after = TlsIdentity.open(tls(), NAMES, later);

        assertThat(after.validUntil()).isAfter(before.validUntil());
        assertThat(after.pin()).isEqualTo(before.pin());
        assertThat(after.keyPin()).isEqualTo(before.keyPin());
    }

    @Test
    void clock_that_was_far_ahead_at_a_start_locks_nobody_out_once_it_is_right() throws Exception {
        TlsIdentity made = TlsIdentity.open(tls(), NAMES, NOW.plus(Duration.ofDays(3000)));

        X509Certificate[] after = chain(TlsIdentity.open(tls(), NAMES, NOW));

        after[0].checkValidity(Date.from(NOW));
        after[1].checkValidity(Date.from(NOW));
        assertThat(made.trouble(NOW)).isEmpty();
        assertThat(CertificatePin.of(after[1])).isEqualTo(made.pin());
    }

    @Test
    void clock_that_was_far_behind_at_the_first_start_makes_an_authority_that_lasts() throws Exception {
        TlsIdentity.open(tls(), NAMES, Instant.EPOCH);

        X509Certificate[] after = chain(TlsIdentity.open(tls(), NAMES, NOW));

        after[0].checkValidity(Date.from(NOW));
        after[1].checkValidity(Date.from(NOW.plus(Duration.ofDays(3000))));
    }

    @Test
    void certificate_that_an_earlier_version_made_with_a_clock_ahead_is_replaced() throws Exception {
        Instant ahead = NOW.plus(Duration.ofDays(400));
        TlsIdentity before = TlsIdentity.open(tls(), NAMES, NOW);
        PrivateFiles files = PrivateFiles.open(tls());
        X509Certificate authority = chain(before)[1];
        X509Certificate future = new Issuer(ahead)
                .server(
                        authority,
                        Issuer.key(files.read("ca.key")),
                        chain(before)[0].getPublicKey(),
                        NAMES,
                        ahead.plus(Duration.ofDays(365)));
        files.write("server.pem", "CERTIFICATE", future.getEncoded());

        TlsIdentity after = TlsIdentity.open(tls(), NAMES, NOW);

        assertThat(chain(after)[0].getNotBefore()).isBefore(Date.from(NOW));
        assertThat(after.validUntil()).isAfterOrEqualTo(future.getNotAfter().toInstant());
        assertThat(after.keyPin()).isEqualTo(before.keyPin());
        assertThat(after.pin()).isEqualTo(before.pin());
        assertThat(after.differsFrom(before)).isTrue();
    }

    @Test
    void authority_that_is_not_valid_yet_is_named_with_its_remedy() throws Exception {
        TlsIdentity made = TlsIdentity.open(tls(), NAMES, NOW);

        assertThat(made.trouble(Instant.parse("2019-01-01T00:00:00Z")))
                .hasValueSatisfying(
                        text -> assertThat(text).contains("2020-01-01", "clock", "delete the directory tls"));
    }

    @Test
    void certificate_is_made_anew_when_the_host_gets_another_name() throws Exception {
        TlsIdentity before = TlsIdentity.open(tls(), NAMES, NOW);

        X509Certificate[] chain = chain(TlsIdentity.open(tls(), List.of("pool.example", "192.0.2.8"), NOW));

        assertThat(chain[0].getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(name.get(1)))
                .containsExactly("pool.example", "192.0.2.8");
        assertThat(TlsIdentity.open(tls(), List.of("192.0.2.8"), NOW).pin()).isEqualTo(before.pin());
    }

    @Test
    void certificate_is_made_anew_when_its_authority_is_another_of_the_same_name() throws Exception {
        TlsIdentity before = TlsIdentity.open(tls(), NAMES, NOW);
        Files.delete(tls().resolve("ca.key"));

        TlsIdentity after = TlsIdentity.open(tls(), NAMES, NOW);

        assertThat(after.pin()).isNotEqualTo(before.pin());
        X509Certificate[] chain = chain(after);
        chain[0].verify(chain[1].getPublicKey());
    }

    @Test
    void keys_that_others_could_read_are_closed_at_the_next_start() throws Exception {
        TlsIdentity.open(tls(), NAMES, NOW);
        for (String key : List.of("ca.key", "server.key")) {
            Files.setPosixFilePermissions(tls().resolve(key), PosixFilePermissions.fromString("rw-r--r--"));
        }

        TlsIdentity.open(tls(), NAMES, NOW);

        for (String key : List.of("ca.key", "server.key")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tls().resolve(key))))
                    .as(key)
                    .isEqualTo("rw-------");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "server.key, it is not PEM, delete server.key and server.pem in ",
        "server.pem, it is not PEM, delete server.key and server.pem in ",
        "ca.pem, it is not PEM, need the new join line",
    })
    void damaged_files_are_named_with_what_to_do(String file, String why, String remedy) throws Exception {
        TlsIdentity.open(tls(), NAMES, NOW);
        Files.writeString(tls().resolve(file), "nothing of use");

        assertThatThrownBy(() -> TlsIdentity.open(tls(), NAMES, NOW))
                .isInstanceOfSatisfying(TlsUnusable.class, damaged -> {
                    assertThat(damaged).hasMessage(tls().resolve(file) + " is damaged: " + why);
                    assertThat(damaged.next()).contains("from a copy", remedy);
                });
    }

    @Test
    void a_certificate_in_which_only_some_bytes_are_wrong_is_named_too() throws Exception {
        TlsIdentity.open(tls(), NAMES, NOW);
        Files.writeString(tls().resolve("ca.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");

        assertThatThrownBy(() -> TlsIdentity.open(tls(), NAMES, NOW))
                .isInstanceOf(TlsUnusable.class)
                .hasMessage(tls().resolve("ca.pem") + " is damaged: it is not a certificate");
    }

    @Test
    void after_a_damaged_server_key_was_deleted_those_who_know_the_authority_stay_connected() throws Exception {
        TlsIdentity before = TlsIdentity.open(tls(), NAMES, NOW);
        Files.delete(tls().resolve("server.key"));
        Files.delete(tls().resolve("server.pem"));

        assertThat(TlsIdentity.open(tls(), NAMES, NOW).pin()).isEqualTo(before.pin());
    }

    private Path tls() {
        return data.resolve("tls");
    }

    private static X509Certificate[] chain(TlsIdentity identity) throws Exception {
        KeyStore store = identity.keyStore();
        Certificate[] chain = store.getCertificateChain("server");
        return new X509Certificate[] {(X509Certificate) chain[0], (X509Certificate) chain[1]};
    }
}
