package org.gleaner.server.route;

import java.nio.charset.StandardCharsets;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.join.PythonWheel;

/** Where pip finds the plug-in for Snakemake. */
record PythonRoutes(PythonWheel wheel) {
    void page(Exchange exchange) {
        exchange.send(200, "text/html;charset=utf-8", wheel.page().getBytes(StandardCharsets.UTF_8));
    }

    void wheel(Exchange exchange) {
        if (exchange.parameter("wheel").equals(wheel.name())) {
            exchange.send(200, "application/zip", wheel.content());
        } else {
            exchange.refuse(ShellProblems.notFound(exchange.path()));
        }
    }
}
