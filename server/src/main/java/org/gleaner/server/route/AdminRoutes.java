package org.gleaner.server.route;

import java.io.IOException;
import java.util.function.Supplier;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Untried;
import org.gleaner.core.node.Duty;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.AuditJson;
import org.gleaner.protocol.json.DescribedSettingJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.NodeAnswerJson;
import org.gleaner.protocol.json.ObservedJson;
import org.gleaner.protocol.json.PolicyJson;
import org.gleaner.protocol.json.SharesJson;
import org.gleaner.protocol.message.AuditPage;
import org.gleaner.protocol.message.DutyChange;
import org.gleaner.protocol.message.ObjectiveWish;
import org.gleaner.protocol.message.SettingChange;
import org.gleaner.protocol.wording.PolicyWords;
import org.gleaner.protocol.wording.SettingWords;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.log.AuditFiles;
import org.jspecify.annotations.Nullable;

/** Settings, the machines, what was observed of types, and who changed what. */
record AdminRoutes(LoopDesk desk, AuditFiles audit, RowRoom rows, Supplier<@Nullable Untried> untried) {
    private static final int SMALL = 64 << 10;
    private static final int USUAL_LINES = 100;

    void nodes(Exchange exchange) {
        Command command = new Question.ListNodes(Callers.person(exchange));
        desk.show(exchange, command, Reply.Nodes.class, NodeAnswerJson::writeNodes);
    }

    void node(Exchange exchange) {
        Command command = new Question.AskNode(Callers.person(exchange), Parameters.node(exchange));
        desk.show(exchange, command, Reply.NodeDetail.class, NodeAnswerJson::writeDetail);
    }

    void types(Exchange exchange) {
        Command command = new Question.ListTypes(Callers.person(exchange));
        desk.show(exchange, command, Reply.Types.class, ObservedJson::writeTypes);
    }

    void audit(Exchange exchange) throws IOException {
        AuditPage page =
                audit.page(exchange.query("before").orElse(null), Parameters.count(exchange, "limit", USUAL_LINES));
        exchange.json(200, Json.write(page, AuditJson::write));
    }

    void shares(Exchange exchange) {
        Command command = new Question.ListShares(Callers.person(exchange));
        desk.show(exchange, command, Reply.Shares.class, SharesJson::write);
    }

    void policy(Exchange exchange) {
        Command command = new Question.AskPolicy(Callers.person(exchange));
        desk.show(exchange, command, Reply.PolicyInForce.class, (out, policy) -> {
            Reply.PolicyInForce known = policy.with(untried.get());
            PolicyJson.write(out, known, PolicyWords.because(known));
        });
    }

    void wantObjective(Exchange exchange) {
        exchange.body(SMALL, content -> {
            ObjectiveWish wish = exchange.read(content, PolicyJson::readWish);
            desk.order(exchange, new Command.WantObjective(Callers.person(exchange), wish.wanted()));
        });
    }

    void setDuty(Exchange exchange) {
        exchange.body(SMALL, content -> {
            DutyChange change = exchange.read(content, NodeAnswerJson::readDuty);
            if (change.force() && change.duty() != Duty.FORGOTTEN) {
                throw Parameters.contradiction("force", "only a node that is to be forgotten is forced");
            }
            desk.order(
                    exchange,
                    new Command.SetDuty(
                            Callers.person(exchange), Parameters.node(exchange), change.duty(), change.force()));
        });
    }

    void settings(Exchange exchange) {
        Command command = new Question.ReadSettings(Callers.person(exchange));
        desk.show(exchange, command, Reply.Settings.class, AnswerJson::writeSettings);
    }

    void describedSettings(Exchange exchange) {
        Command command = new Question.ReadSettings(Callers.person(exchange));
        desk.show(exchange, command, Reply.Settings.class, DescribedSettingJson.writer(SettingWords::meaning));
    }

    void changeSetting(Exchange exchange) {
        exchange.body(SMALL, content -> {
            SettingChange change = exchange.read(content, AdminJson::readSetting);
            exchange.work(() -> {
                // Whoever stops the pool on a full disk is served, too.
                rows.makeWay();
                desk.order(
                        exchange, new Command.ChangeSetting(Callers.person(exchange), change.name(), change.value()));
            });
        });
    }
}
