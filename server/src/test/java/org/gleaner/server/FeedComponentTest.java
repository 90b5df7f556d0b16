package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.image.JobLine;
import org.gleaner.core.image.SeenAttempt;
import org.gleaner.core.image.SeenChange;
import org.gleaner.core.image.Sight;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.message.FeedSnapshot;
import org.gleaner.protocol.message.SettingChange;
import org.gleaner.server.token.TokenMint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The change feed of a real server. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class FeedComponentTest {
    @TempDir
    private Path data;

    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void submit(String token, String name) throws Exception {
        String job = "{\"name\":\"" + name + "\",\"type\":\"type-" + name + "\",\"command\":[\"true\"]}";
        assertThat(server.call("POST", "/api/v1/jobs", token, job.getBytes(UTF_8))
                        .status())
                .isEqualTo(201);
    }

    private void sync(TestServer.JoinedNode node, long sequence) throws Exception {
        SyncReport report = new SyncReport(
                node.incarnation(), sequence, List.of(), new Capacity(4, MemorySize.parse("8G")), 0.26, Duration.ZERO);
        assertThat(server.call(
                                "POST",
                                "/api/v1/nodes/" + node.id() + "/sync",
                                node.token(),
                                TestServer.json(report, NodeJson::writeSync))
                        .status())
                .isEqualTo(200);
    }

    private static Sight follow(FollowedFeed feed, Sight from, int running) throws IOException {
        Sight sight = from;
        while (sight.tasks().running() != running) {
            sight = sight.with(feed.event().change().sight());
        }
        return sight;
    }

    @Test
    void a_reader_gets_a_snapshot_and_then_what_changes() throws Exception {
        String ann = server.user("ann");
        submit(ann, "one");
        try (FollowedFeed feed = FollowedFeed.open(server, ann, "")) {
            assertThat(feed.status()).isEqualTo(200);
            assertThat(feed.type()).isEqualTo("text/event-stream");
            FollowedFeed.Event first = feed.event();
            FeedSnapshot snapshot = first.snapshot();
            assertThat(first.name()).isEqualTo("snapshot");
            assertThat(first.id()).isEqualTo(snapshot.run() + "-" + snapshot.number());
            assertThat(snapshot.viewer().owner().name()).isEqualTo("ann");
            Sight sight = snapshot.sight();
            while (sight.openJobs() != 1) {
                sight = sight.with(feed.event().change().sight());
            }
            assertThat(sight.tasks().ready()).isEqualTo(1);

            submit(ann, "two");

            FollowedFeed.Event event = feed.event();
            assertThat(event.name()).isEqualTo("change");
            SeenChange change = event.change();
            assertThat(sight.with(change.sight()).openJobs()).isEqualTo(2);
            assertThat(change.jobs())
                    .extracting(JobLine::id)
                    .extracting(Object::toString)
                    .containsExactly("2");
        }
    }

    @Test
    void a_reader_knows_of_the_work_of_others_only_how_much_and_where_it_is() throws Exception {
        String ann = server.user("ann");
        String bob = server.user("bob");
        TestServer.JoinedNode node = server.node(4);
        try (FollowedFeed seesOwn = FollowedFeed.open(server, ann, "");
                FollowedFeed looksOn = FollowedFeed.open(server, bob, "");
                FollowedFeed admin = FollowedFeed.open(server, server.admin(), "")) {
            FeedSnapshot own = seesOwn.event().snapshot();
            Sight other = looksOn.event().snapshot().sight();
            Sight all = admin.event().snapshot().sight();
            assertThat(all.others()).isNull();

            submit(ann, "secret");
            sync(node, 1);
            follow(seesOwn, own.sight(), 1);
            follow(admin, all, 1);

            List<SeenAttempt> attempts = new ArrayList<>();
            while (attempts.isEmpty()) {
                FollowedFeed.Event event = looksOn.event();
                assertThat(event.data()).doesNotContain("secret", "ann", "1.1#1", "jobs");
                other = other.with(event.change().sight());
                attempts.addAll(event.change().attempts());
            }
            assertThat(attempts).hasSize(1);
            assertThat(attempts.get(0).attempt()).isNull();
            assertThat(attempts.get(0).key()).hasSize(16);
            assertThat(other.tasks().total()).isZero();
            assertThat(other.openJobs()).isZero();
            assertThat(other.others()).isNotNull();
            assertThat(other.slotsUsed()).isEqualTo(1);
        }
    }

    @Test
    void who_comes_back_goes_on_where_it_was_unless_the_server_started_anew() throws Exception {
        String ann = server.user("ann");
        FeedSnapshot known;
        try (FollowedFeed feed = FollowedFeed.open(server, ann, "")) {
            known = feed.event().snapshot();
        }
        submit(ann, "one");
        submit(ann, "two");

        Sight sight = known.sight();
        String place = "?run=" + known.run() + "&from=" + known.number();
        try (FollowedFeed feed = FollowedFeed.open(server, ann, place)) {
            long number = known.number();
            while (sight.openJobs() != 2) {
                FollowedFeed.Event event = feed.event();
                assertThat(event.name()).isEqualTo("change");
                assertThat(event.change().number()).isEqualTo(++number);
                sight = sight.with(event.change().sight());
            }
        }
        try (FollowedFeed feed = FollowedFeed.open(server.request("GET", "/api/v1/events", ann, null)
                .header("Last-Event-ID", known.run() + "-" + known.number())
                .build())) {
            assertThat(feed.event().name()).isEqualTo("change");
        }
        for (String other : List.of("?run=another&from=1", "?run=" + known.run() + "&from=999999")) {
            try (FollowedFeed feed = FollowedFeed.open(server, ann, other)) {
                assertThat(feed.event().name()).isEqualTo("snapshot");
            }
        }
        server.call("GET", "/api/v1/events?from=1", ann, null).isProblem(422, "contradiction");
        server.call("GET", "/api/v1/events?run=x", ann, null).isProblem(422, "contradiction");
        server.call("GET", "/api/v1/events?run=X&from=1", ann, null).isProblem(400, "bad-message");
    }

    @Test
    void a_feed_ends_when_its_token_is_revoked_and_others_go_on() throws Exception {
        String ann = server.user("ann");
        String bob = server.user("bob");
        try (FollowedFeed feed = FollowedFeed.open(server, ann, "");
                FollowedFeed other = FollowedFeed.open(server, bob, "")) {
            feed.event();
            other.event();

            String hash = TokenMint.hash(ann).hex();
            server.call("DELETE", "/api/v1/tokens/" + hash, server.admin(), null);

            while (feed.next() != null) {
                assertThat(feed.status()).isEqualTo(200);
            }
            submit(bob, "one");
            assertThat(other.event().name()).isEqualTo("change");
        }
    }

    @Test
    void all_feeds_end_when_the_server_stops() throws Exception {
        try (FollowedFeed feed = FollowedFeed.open(server, server.admin(), "")) {
            feed.event();

            server.stop();

            while (feed.next() != null) {
                assertThat(feed.status()).isEqualTo(200);
            }
        }
    }

    @Test
    void one_token_has_no_more_than_twenty_feeds_and_gets_room_again_when_some_end() throws Exception {
        String ann = server.user("ann");
        List<FollowedFeed> feeds = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            feeds.add(FollowedFeed.open(server, ann, ""));
            assertThat(feeds.get(i).event().name()).isEqualTo("snapshot");
        }

        TestServer.Answer refused = server.call("GET", "/api/v1/events", ann, null);

        refused.isProblem(429, "too-many-requests");
        assertThat(refused.text()).contains("You follow the pool 20 times at once");
        assertThat(refused.header("Retry-After")).isPresent();
        assertThat(server.call("GET", "/api/v1/jobs", ann, null).status()).isEqualTo(200);
        for (FollowedFeed feed : feeds) {
            feed.close();
        }
        await().atMost(Duration.ofMinutes(5)).until(() -> {
            try (FollowedFeed feed = FollowedFeed.open(server, ann, "")) {
                return feed.status() == 200;
            }
        });
    }

    @Test
    void a_changed_setting_is_told_by_name_and_a_quiet_pool_tells_nothing() throws Exception {
        try (FollowedFeed feed = FollowedFeed.open(server, server.user("ann"), "")) {
            long number = feed.event().snapshot().number();
            server.call("GET", "/api/v1/settings", server.admin(), null);

            byte[] change = TestServer.json(new SettingChange("kill-grace", "3s"), AdminJson::writeSetting);
            server.call("PUT", "/api/v1/settings", server.admin(), change);

            SeenChange told = feed.event().change();
            assertThat(told.settings()).containsExactly("kill-grace");
            assertThat(told.number()).isEqualTo(number + 1);
        }
    }

    @Test
    void a_machine_that_falls_silent_shows_without_any_call() throws Exception {
        TestServer.JoinedNode node = server.node(4);
        sync(node, 1);
        try (FollowedFeed feed = FollowedFeed.open(server, server.user("ann"), "")) {
            Sight sight = feed.event().snapshot().sight();
            while (!sight.nodes().containsKey("connected")) {
                sight = sight.with(feed.event().change().sight());
            }

            server.advance(Duration.ofSeconds(45));
            while (!sight.nodes().containsKey("suspect")) {
                sight = sight.with(feed.event().change().sight());
            }

            server.advance(Duration.ofSeconds(60));
            while (!sight.nodes().containsKey("away")) {
                sight = sight.with(feed.event().change().sight());
            }
        }
    }
}
