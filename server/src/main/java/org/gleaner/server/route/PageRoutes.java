package org.gleaner.server.route;

import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.page.PageFiles;

/** The page for people's browsers. All it shows it asks for with the token of whoever looks at it. */
record PageRoutes() {
    void index(Exchange exchange) {
        PageFiles page = PageFiles.ofThisProgram();
        exchange.setHeader("Content-Security-Policy", page.policy());
        exchange.setHeader("Referrer-Policy", "no-referrer");
        exchange.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        exchange.send(200, "text/html;charset=utf-8", page.index());
    }

    void file(Exchange exchange) {
        PageFiles page = PageFiles.ofThisProgram();
        String place = "/page/" + page.hash() + "/";
        String path = exchange.path();
        PageFiles.File file = path.startsWith(place)
                ? page.find(path.substring(place.length())).orElse(null)
                : null;
        if (file == null) {
            // Of an earlier version, when a server was updated under an open page; that one says so.
            exchange.refuse(ShellProblems.notFound(path));
            return;
        }
        boolean packed = exchange.accepts("gzip") && file.packed().length < file.plain().length;
        exchange.setHeader("Cache-Control", "public, max-age=31536000, immutable");
        exchange.setHeader("Vary", "Accept-Encoding");
        // A worker is held to the policy of its own file.
        exchange.setHeader("Content-Security-Policy", page.policy());
        exchange.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        if (packed) {
            exchange.setHeader("Content-Encoding", "gzip");
        }
        exchange.send(200, file.type(), packed ? file.packed() : file.plain());
    }
}
