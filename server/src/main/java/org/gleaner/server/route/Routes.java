package org.gleaner.server.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Verb;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Route;
import org.gleaner.server.http.RouteHandler;
import org.gleaner.server.http.RouteTable;
import org.gleaner.server.http.Tickets;

/** Every route of the server, one per line, with who may call it. The OpenAPI document is compared with this list. */
public final class Routes {
    private static final String API = "/api/v1";

    private static final String ATTEMPT = API + "/jobs/{id}/tasks/{n}/attempts/{a}";

    private static final Set<Role> ANYBODY = Set.of();
    private static final Set<Role> JOINING = Set.of(Role.JOIN, Role.NODE);
    private static final Set<Role> NODE = Set.of(Role.NODE);
    private static final Set<Role> PERSON = Set.of(Role.USER, Role.ADMIN);
    private static final Set<Role> ADMIN = Set.of(Role.ADMIN);
    private static final Set<Role> HOLDER = Set.of(Role.NODE, Role.USER, Role.ADMIN);

    private Routes() {}

    /** The endpoints behind the table. */
    record Endpoints(
            NodeRoutes nodes,
            CommitRoutes commits,
            AttemptRoutes attempts,
            LiveRoutes live,
            BlobRoutes blobs,
            UploadRoutes uploads,
            SubmitRoutes submits,
            JobChangeRoutes changes,
            GrowthRoutes growth,
            JobQueryRoutes jobs,
            TaskRoutes tasks,
            ArchiveRoutes archives,
            HistoryRoutes history,
            TimelineRoutes timeline,
            ForecastRoutes forecasts,
            SimulationRoutes simulations,
            WhatIfRoutes questions,
            StorageRoutes storage,
            AdminRoutes admin,
            TokenRoutes tokens,
            TicketRoutes tickets,
            RootRoutes root,
            JoinRoutes join,
            PythonRoutes python,
            FeedRoutes feed,
            PageRoutes page,
            LinkRoutes links) {}

    /** What waits for the store or the disk. */
    interface Waiting {
        void serve(Exchange exchange) throws StoreException, IOException;
    }

    static RouteHandler work(Waiting endpoint) {
        return exchange -> exchange.work(() -> endpoint.serve(exchange));
    }

    static RouteTable table(Endpoints to) {
        List<Route> all = new ArrayList<>(machinesAndSelections(to));
        all.addAll(pool(to));
        all.addAll(singleJobsAndTheRest(to));
        all.addAll(simulations(to));
        all.addAll(page(to));
        return new RouteTable(all);
    }

    private static List<Route> machinesAndSelections(Endpoints to) {
        return List.of(
                new Route("POST", API + "/nodes", JOINING, to.nodes()::introduce),
                new Route("POST", API + "/nodes/{id}/sync", NODE, to.nodes()::sync),
                new Route("POST", API + "/nodes/{id}/commits", NODE, to.commits()::commit),
                new Route("POST", ATTEMPT + "/partial", NODE, to.attempts()::partial),
                new Route("POST", ATTEMPT + "/log", NODE, to.live()::show),
                new Route("GET", API + "/nodes", PERSON, to.admin()::nodes),
                new Route("GET", API + "/nodes/{id}", PERSON, to.admin()::node),
                new Route("PUT", API + "/nodes/{id}/duty", ADMIN, to.admin()::setDuty),
                Route.withFile("GET", API + "/blobs/{sha256}", HOLDER, work(to.blobs()::get)),
                new Route("HEAD", API + "/blobs/{sha256}", HOLDER, work(to.blobs()::head)),
                new Route("GET", API + "/blobs/{sha256}/upload", HOLDER, work(to.blobs()::received)),
                Route.withFile("PUT", API + "/blobs/{sha256}", HOLDER, work(to.blobs()::put)),
                new Route("POST", API + "/uploads", PERSON, work(to.uploads()::begin)),
                new Route("GET", API + "/uploads/{upload}", PERSON, work(to.uploads()::state)),
                Route.withFile("PUT", API + "/uploads/{upload}", PERSON, work(to.uploads()::put)),
                new Route("DELETE", API + "/uploads/{upload}", PERSON, work(to.uploads()::drop)),
                new Route("POST", API + "/jobs", PERSON, to.submits()::submit),
                new Route("POST", API + "/jobs/bundle", PERSON, to.submits()::submitAll),
                new Route("POST", API + "/jobs/match", PERSON, to.submits()::match),
                new Route("GET", API + "/jobs", PERSON, work(to.jobs()::list)),
                new Route("POST", API + "/jobs/query", PERSON, to.jobs()::query),
                new Route("POST", API + "/jobs/cancel", PERSON, to.changes().selected(Verb.CANCEL)),
                new Route("POST", API + "/jobs/pause", PERSON, to.changes().selected(Verb.PAUSE)),
                new Route("POST", API + "/jobs/resume", PERSON, to.changes().selected(Verb.RESUME)),
                new Route("POST", API + "/jobs/block", PERSON, to.changes().selected(Verb.BLOCK)),
                new Route("POST", API + "/jobs/unblock", PERSON, to.changes().selected(Verb.UNBLOCK)),
                new Route("POST", API + "/jobs/retry", PERSON, to.changes().selected(Verb.RETRY)),
                new Route("POST", API + "/jobs/delete", PERSON, to.changes().selected(Verb.DELETE)),
                new Route("POST", API + "/jobs/set", PERSON, to.changes()::setSelected),
                new Route("POST", API + "/jobs/{id}/set", PERSON, to.changes()::setOne),
                new Route("POST", API + "/jobs/{id}/tasks", PERSON, to.growth()::add),
                new Route("POST", API + "/jobs/{id}/seal", PERSON, to.growth()::seal));
    }

    private static List<Route> pool(Endpoints to) {
        return List.of(
                new Route("GET", API + "/types", PERSON, to.admin()::types),
                new Route("GET", API + "/shares", PERSON, to.admin()::shares),
                new Route("GET", API + "/policy", PERSON, to.admin()::policy),
                new Route("PUT", API + "/policy/objective", PERSON, to.admin()::wantObjective),
                new Route("GET", API + "/audit", ADMIN, work(to.admin()::audit)));
    }

    private static List<Route> singleJobsAndTheRest(Endpoints to) {
        return List.of(
                new Route("GET", API + "/jobs/{id}", PERSON, work(to.jobs()::detail)),
                new Route("DELETE", API + "/jobs/{id}", PERSON, to.changes()::delete),
                new Route("POST", API + "/jobs/{id}/{verb}", PERSON, to.changes()::changeOne),
                new Route("GET", API + "/jobs/{id}/tasks", PERSON, work(to.tasks()::tasks)),
                new Route("GET", API + "/jobs/{id}/map", PERSON, work(to.tasks()::map)),
                new Route("GET", API + "/jobs/{id}/entries", PERSON, work(to.tasks()::entries)),
                new Route("GET", API + "/jobs/{id}/outputs", PERSON, work(to.tasks()::outputs)),
                Route.withFile("GET", API + "/jobs/{id}/archive", PERSON, work(to.archives()::archive)),
                new Route("GET", API + "/jobs/{id}/tasks/{n}/outputs", PERSON, work(to.tasks()::outputsOfOne)),
                Route.withFile("GET", API + "/jobs/{id}/tasks/{n}/stdout", PERSON, work(to.tasks()::stdout)),
                new Route("GET", API + "/jobs/{id}/tasks/{n}/live", PERSON, work(to.live()::look)),
                Route.withFile("GET", API + "/jobs/{id}/tasks/{n}/stderr", PERSON, work(to.tasks()::stderr)),
                new Route("GET", API + "/jobs/{id}/running", PERSON, work(to.jobs()::running)),
                new Route("GET", API + "/jobs/{id}/why", PERSON, work(to.jobs()::whyOne)),
                new Route("GET", API + "/jobs/{id}/forecast", PERSON, work(to.forecasts()::one)),
                new Route("GET", API + "/jobs/{id}/advice", PERSON, work(to.questions()::advice)),
                new Route("GET", API + "/forecasts", PERSON, work(to.forecasts()::list)),
                new Route("GET", API + "/forecasts/record", PERSON, work(to.forecasts()::record)),
                new Route("GET", API + "/jobs/{id}/failures", PERSON, work(to.history()::failures)),
                new Route("GET", API + "/history", PERSON, work(to.history()::past)),
                new Route("GET", API + "/timeline", PERSON, work(to.timeline()::timeline)),
                new Route("GET", API + "/why", PERSON, work(to.jobs()::why)),
                new Route("GET", API + "/why/summary", PERSON, work(to.jobs()::whySummary)),
                new Route("POST", API + "/why/summary", PERSON, to.jobs()::whySome),
                Route.feed(API + "/events", PERSON, to.feed()::follow),
                new Route("GET", API + "/settings", PERSON, to.admin()::settings),
                new Route("GET", API + "/settings/described", PERSON, to.admin()::describedSettings),
                new Route("PUT", API + "/settings", ADMIN, to.admin()::changeSetting),
                new Route("GET", API + "/program", JOINING, work(to.join()::describe)),
                new Route("GET", API + "/join-lines", PERSON, to.join()::lines),
                new Route("GET", "/join", ANYBODY, work(to.join()::script)),
                new Route("GET", "/cli", ANYBODY, work(to.join()::cliScript)),
                new Route("GET", "/gleaner.jar", ANYBODY, work(to.join()::agentJar)),
                new Route("GET", "/gleaner-full.jar", ANYBODY, work(to.join()::wholeJar)),
                new Route("GET", "/python", ANYBODY, to.python()::page),
                new Route("GET", "/python/{wheel}", ANYBODY, to.python()::wheel),
                new Route("GET", API + "/tokens", PERSON, to.tokens()::list),
                new Route("POST", API + "/tokens", PERSON, to.tokens()::issue),
                new Route("DELETE", API + "/tokens/{hash}", PERSON, to.tokens()::revoke),
                new Route("POST", API + "/tickets", PERSON, to.tickets()::issue),
                new Route("GET", Tickets.TEMPLATE, ANYBODY, to.tickets()::unknown),
                new Route("GET", API + "/users", ADMIN, to.tokens()::users),
                new Route("DELETE", API + "/users/{name}", ADMIN, to.tokens()::removeUser),
                new Route("GET", API + "/storage", PERSON, work(to.storage()::report)),
                new Route("POST", API + "/storage/sweep", ADMIN, to.storage()::sweep),
                new Route("POST", API + "/storage/backups", ADMIN, work(to.storage()::beginBackup)),
                Route.withFile(
                        "GET", API + "/storage/backups/{id}/database", ADMIN, work(to.storage()::backedUpDatabase)),
                new Route("GET", API + "/storage/backups/{id}/blobs", ADMIN, work(to.storage()::backedUpBlobs)),
                new Route("DELETE", API + "/storage/backups/{id}", ADMIN, work(to.storage()::endBackup)),
                new Route("GET", "/health", ANYBODY, to.root()::health),
                new Route("GET", "/metrics", PERSON, to.root()::metrics),
                new Route("GET", "/openapi.json", ANYBODY, to.root()::description));
    }

    private static List<Route> simulations(Endpoints to) {
        SimulationRoutes simulations = to.simulations();
        return List.of(
                new Route("POST", API + "/simulations", PERSON, simulations::begin),
                new Route("GET", API + "/simulations", PERSON, simulations::list),
                new Route("GET", API + "/simulations/{simulation}", PERSON, work(simulations::show)),
                new Route("POST", API + "/simulations/{simulation}/stop", PERSON, work(simulations::stop)),
                new Route("DELETE", API + "/simulations/{simulation}", PERSON, work(simulations::drop)),
                new Route("POST", API + "/whatif", PERSON, to.questions()::ask),
                new Route("GET", API + "/whatif/{question}", PERSON, work(to.questions()::show)),
                new Route("DELETE", API + "/whatif/{question}", PERSON, work(to.questions()::drop)));
    }

    private static List<Route> page(Endpoints to) {
        RouteHandler file = work(to.page()::file);
        return List.of(
                new Route("GET", API + "/me", PERSON, to.links()::me),
                new Route("POST", API + "/links", PERSON, to.links()::make),
                new Route("POST", API + "/links/{word}", ANYBODY, to.links()::redeem),
                new Route("GET", "/", ANYBODY, work(to.page()::index)),
                new Route("GET", "/page/{hash}/{file}", ANYBODY, file),
                new Route("GET", "/page/{hash}/{folder}/{file}", ANYBODY, file),
                new Route("GET", "/page/{hash}/{folder}/{inner}/{file}", ANYBODY, file));
    }
}
