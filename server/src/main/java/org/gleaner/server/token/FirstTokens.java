package org.gleaner.server.token;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.Owner;
import org.gleaner.server.loop.ServerLoop;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that whoever owns the data directory holds an admin token and a join token. The store has only hashes, so
 * a file that was lost, or whose token was revoked, is replaced by a new token; the old one stays as it is.
 */
public final class FirstTokens {
    private static final Owner ADMIN = new Owner("admin");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TokenFiles files;
    private final TokenDirectory directory;
    private final TokenMint mint;
    private final ServerLoop loop;

    public FirstTokens(TokenFiles files, TokenDirectory directory, TokenMint mint, ServerLoop loop) {
        this.files = files;
        this.directory = directory;
        this.mint = mint;
        this.loop = loop;
    }

    public void provide() throws IOException, InterruptedException {
        files.keepForUs();
        provide(TokenFiles.ADMIN, Role.ADMIN, ADMIN);
        provide(TokenFiles.JOIN, Role.JOIN, null);
        // Not before: who reads a file while its token is being issued holds a good one.
        directory.complete();
    }

    private void provide(String file, Role role, @Nullable Owner owner) throws IOException, InterruptedException {
        Optional<Token> known =
                files.read(file).map(TokenMint::hash).flatMap(directory::holder).filter(token -> token.role() == role);
        if (known.isPresent()) {
            return;
        }
        String text = mint.mint(role);
        // Written first: a token in the file that was never issued is replaced at the next start.
        files.write(file, text);
        issue(new Token(TokenMint.hash(text), role, owner, null));
    }

    private void issue(Token token) throws IOException, InterruptedException {
        Command command = new Command.IssueToken(new Caller(ADMIN, true), token);
        if (!(loop.ask(command, PATIENCE).orElse(null) instanceof Reply.Acknowledged)) {
            throw new IOException("could not store the first tokens");
        }
    }
}
