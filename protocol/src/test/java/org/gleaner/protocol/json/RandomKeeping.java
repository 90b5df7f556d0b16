package org.gleaner.protocol.json;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.PolicyReason;
import org.gleaner.core.grid.PolicyScore;
import org.gleaner.core.grid.Portion;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.grid.Untried;
import org.gleaner.core.job.BlobUse;
import org.gleaner.protocol.message.AuditPage;
import org.gleaner.protocol.message.BackupTicket;
import org.gleaner.protocol.message.BlobPage;
import org.gleaner.protocol.message.Health;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.ObjectiveWish;
import org.gleaner.protocol.message.SettingChange;
import org.gleaner.protocol.message.StorageReport;
import org.gleaner.protocol.message.SweepRequest;
import org.gleaner.protocol.message.SweepResult;
import org.gleaner.protocol.message.TokenRequest;

/** Messages of whoever keeps the server: tokens, users, settings, storage; as a seed has them. */
final class RandomKeeping {
    private final RandomValues values;
    private final Random random;

    RandomKeeping(RandomValues values) {
        this.values = values;
        this.random = values.random();
    }

    Reply.Tokens tokens() {
        return new Reply.Tokens(values.list(() -> {
            Role role = values.one(Role.values());
            boolean personal = role == Role.ADMIN || role == Role.USER;
            return new Token(
                    new TokenHash(values.hash().hex()),
                    role,
                    personal ? values.owner() : null,
                    role == Role.NODE ? values.node() : null,
                    new TokenNote(
                            "n" + values.count(),
                            values.maybe(values::instant),
                            values.maybe(values::instant),
                            values.maybe(values::instant),
                            null));
        }));
    }

    Reply.Users users() {
        return new Reply.Users(values.list(() -> new Reply.UserSummary(
                values.owner(), random.nextBoolean(), values.count(), values.count(), values.maybe(values::instant))));
    }

    Reply.UserRemoved removed() {
        return new Reply.UserRemoved(values.owner(), values.count(), values.count(), random.nextBoolean());
    }

    Reply.Settings settings() {
        TreeMap<String, String> settings = new TreeMap<>();
        values.list(values::name).forEach(name -> settings.put(name, values.text()));
        return new Reply.Settings(settings);
    }

    StorageReport storage() {
        return new StorageReport(
                random.nextBoolean()
                        ? null
                        : new StorageReport.Whole(
                                new StorageReport.Database(values.name(), values.amount()),
                                new StorageReport.Blobs(values.amount(), values.amount(), values.amount()),
                                new StorageReport.Disk(values.amount(), values.amount())),
                new StorageReport.Quotas(
                        random.nextBoolean() ? values.amount() : null, random.nextBoolean() ? values.amount() : null),
                values.list(() -> new StorageReport.Share(
                        new BlobUse(values.owner(), values.amount(), values.amount(), values.amount()),
                        values.amount())));
    }

    AuditPage audit() {
        return new AuditPage(
                values.list(() -> random.nextBoolean()
                        ? new AuditPage.Line(values.instant(), values.name(), null, null)
                        : new AuditPage.Line(
                                values.instant(),
                                "",
                                new AuditPage.Caller(values.name(), values.name(), values.name()),
                                new AuditPage.Deed(
                                        values.name(), values.name(), values.name(), 200 + random.nextInt(300)))),
                random.nextBoolean() ? values.name() : null);
    }

    Reply.Shares shares() {
        return new Reply.Shares(
                random.nextBoolean(),
                values.list(() -> ownerShare(random.nextBoolean())),
                random.nextBoolean() ? null : new Reply.OtherShares(random.nextInt(100), portion()),
                random.nextBoolean());
    }

    /** Without weights of types none of them is due any part. */
    private Reply.OwnerShare ownerShare(boolean weighed) {
        List<Reply.TypeShare> types = values.list(() -> {
            Portion all = portion();
            return new Reply.TypeShare(
                    values.name(), weighed ? all : new Portion(all.weight(), 0, all.given(), all.cores()));
        });
        return new Reply.OwnerShare(values.owner(), portion(), weighed, types, random.nextBoolean());
    }

    Reply.PolicyInForce policy() {
        Policy chosen = chosen();
        Objective objective = values.one(Objective.values());
        return new Reply.PolicyInForce(
                values.name(),
                objective,
                chosen,
                values.maybe(() -> values.one(Objective.values())),
                chosen(),
                values.maybe(() -> new Tryout(
                        values.instant(),
                        objective,
                        values.list(() -> new PolicyScore(
                                chosen(),
                                random.nextInt(9_999) / 1e3,
                                random.nextInt(9_999) / 1e3,
                                random.nextInt(9_999) / 1e4,
                                values.count())),
                        chosen,
                        Map.of(),
                        values.instant(),
                        values.maybe(() -> new PolicyReason(
                                values.one(PolicyReason.How.values()),
                                values.maybe(this::chosen),
                                random.nextInt(9_999) / 1e4,
                                random.nextInt(9_999) / 1e4)))),
                values.maybe(() -> values.one(Untried.values())));
    }

    private Policy chosen() {
        return new Policy(values.name(), values.one(Objective.values()));
    }

    ObjectiveWish wish() {
        return new ObjectiveWish(values.maybe(() -> values.one(Objective.values())));
    }

    /** With as many digits as are told. */
    private Portion portion() {
        return new Portion(
                random.nextInt(1000), random.nextInt(10_001) / 1e4, random.nextInt(10_001) / 1e4, random.nextInt(100));
    }

    SweepRequest sweep() {
        return new SweepRequest(random.nextBoolean() ? Duration.ofMillis(random.nextInt(1_000_000)) : null);
    }

    SweepResult swept() {
        return new SweepResult(
                values.amount(), values.amount(), values.amount(), random.nextBoolean(), random.nextBoolean());
    }

    BackupTicket ticket() {
        return new BackupTicket("x" + random.nextInt(1000), values.amount());
    }

    BlobPage blobs() {
        return new BlobPage(values.list(() -> new BlobPage.Row(values.hash(), values.amount())), random.nextInt(256));
    }

    SettingChange setting() {
        return new SettingChange(values.name(), values.text());
    }

    TokenRequest tokenRequest() {
        return new TokenRequest(
                values.one(Role.values()),
                values.maybe(values::owner),
                values.text(),
                values.maybe(values::duration),
                random.nextBoolean());
    }

    IssuedToken issued() {
        return new IssuedToken(
                values.name(),
                new TokenHash(values.hash().hex()),
                values.one(Role.values()),
                values.maybe(values::owner));
    }

    Health health() {
        return new Health(
                values.name(),
                values.maybe(values::instant),
                values.list(() -> new Health.Warning(values.name(), values.text(), values.text())));
    }
}
