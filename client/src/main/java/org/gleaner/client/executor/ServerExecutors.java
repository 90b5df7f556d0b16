package org.gleaner.client.executor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import org.gleaner.client.access.ServerFinder;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.HomeDirectory;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.problem.SystemWords;

/** Makes executors on the machines of a server. For the library itself. Thread-safe. */
public final class ServerExecutors implements ExecutorSource {
    private static final String NO_PLACE = "there is nowhere to put files that travel";

    private static final String WAYS = " There are three ways to name a server: set the variables GLEANER_URL and"
            + " GLEANER_TOKEN, log in once with 'gleaner login URL', or call Gleaner.connect(address, token).";

    private final UserCalls calls;
    private final List<AttachedCalls> attached = new CopyOnWriteArrayList<>();

    private ServerExecutors(Endpoint endpoint) {
        this.calls = new UserCalls(ServerConnection.patient(endpoint, CallTimeouts.DEFAULT));
    }

    /** For the server that the command line would use. */
    public static ServerExecutors configured() {
        Map<String, String> environment = System.getenv();
        Path here = Path.of("").toAbsolutePath();
        return configured(HomeDirectory.of(environment, here, System.getProperty("user.home", ".")), environment);
    }

    /** @param home where logins and the data of a server of one's own are */
    static ServerExecutors configured(Path home, Map<String, String> environment) {
        try {
            return new ServerExecutors(ServerFinder.find(home, environment));
        } catch (ClientFailure unknown) {
            throw new GridException(unknown.getMessage() + WAYS, unknown);
        } catch (IOException unreadable) {
            throw new GridException(SystemWords.of(unreadable) + "." + WAYS, unreadable);
        }
    }

    public static ServerExecutors at(String address, String token) {
        return new ServerExecutors(Endpoint.of(address, token));
    }

    @Override
    public GridExecutor executor(String type, ExecutorOptions options) {
        ExecutorJob like = ExecutorJob.of(type, options, Path.of("").toAbsolutePath());
        try {
            return new CallPool(type, options.seed(), new JobCarrier(calls, like));
        } catch (IOException full) {
            throw new UncheckedIOException(NO_PLACE, full);
        }
    }

    @Override
    public <T> NavigableMap<Long, Future<T>> attach(Class<T> result, List<String> jobs) {
        try {
            AttachedCalls found = AttachedCalls.of(calls, result, jobs);
            attached.add(found);
            return found.futures();
        } catch (IOException full) {
            throw new UncheckedIOException(NO_PLACE, full);
        } catch (CallFailed | ClientFailure failed) {
            throw Unsent.because("", failed);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
            throw new GridException("Nothing was attached, because the thread was interrupted.", impatient);
        }
    }

    @Override
    public <A> SubmittedProblem<A> submit(Problem<?, ?, A> problem) {
        return ServerProblems.submit(calls, problem);
    }

    @Override
    public <A> SubmittedProblem<A> problem(long id, Class<A> answer) {
        return ServerProblems.find(calls, id, answer);
    }

    @Override
    public void close() {
        attached.forEach(AttachedCalls::close);
    }
}
