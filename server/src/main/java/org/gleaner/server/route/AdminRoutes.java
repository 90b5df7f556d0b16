package org.gleaner.server.route;

import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.node.Duty;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.NodeAnswerJson;
import org.gleaner.protocol.json.ObservedJson;
import org.gleaner.protocol.message.SettingChange;
import org.gleaner.server.http.Exchange;

/** Settings, the machines, and what was observed of types. */
final class AdminRoutes {
    private static final int SMALL = 64 << 10;

    private final LoopDesk desk;

    AdminRoutes(LoopDesk desk) {
        this.desk = desk;
    }

    void nodes(Exchange exchange) {
        desk.ask(
                exchange,
                new Command.ListNodes(Callers.person(exchange)),
                Reply.Nodes.class,
                nodes -> exchange.json(200, Json.write(nodes, NodeAnswerJson::writeNodes)));
    }

    void node(Exchange exchange) {
        exchange.attempt(() -> desk.ask(
                exchange,
                new Command.AskNode(Callers.person(exchange), Parameters.node(exchange)),
                Reply.NodeDetail.class,
                node -> exchange.json(200, Json.write(node, NodeAnswerJson::writeDetail))));
    }

    void types(Exchange exchange) {
        desk.ask(
                exchange,
                new Command.ListTypes(Callers.person(exchange)),
                Reply.Types.class,
                types -> exchange.json(200, Json.write(types, ObservedJson::writeTypes)));
    }

    void setDuty(Exchange exchange) {
        exchange.body(SMALL, content -> {
            Duty duty = Json.read(content, NodeAnswerJson::readDuty);
            desk.ask(
                    exchange,
                    new Command.SetDuty(Callers.person(exchange), Parameters.node(exchange), duty),
                    Reply.Acknowledged.class,
                    done -> exchange.empty(204));
        });
    }

    void settings(Exchange exchange) {
        desk.ask(
                exchange,
                new Command.ReadSettings(Callers.person(exchange)),
                Reply.Settings.class,
                settings -> exchange.json(200, Json.write(settings, AnswerJson::writeSettings)));
    }

    void changeSetting(Exchange exchange) {
        exchange.body(SMALL, content -> {
            SettingChange change = Json.read(content, AdminJson::readSetting);
            desk.ask(
                    exchange,
                    new Command.ChangeSetting(Callers.person(exchange), change.name(), change.value()),
                    Reply.Acknowledged.class,
                    done -> exchange.empty(204));
        });
    }
}
