package org.gleaner.agent.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gleaner.agent.machine.Machine;
import org.jspecify.annotations.Nullable;

/**
 * A directory whose content a program of ours deletes, overwrites and gives away, so that it has to be that program's
 * alone. A link in it would lead these to other places. Root is also led there by whoever can change the directory:
 * for root it must belong to root, or to the account that works in it, and nobody else may write there.
 *
 * @param flag by which people name it
 * @param entries what the program keeps in it
 * @param account whose it may be beside root's; null: nobody's
 */
public record SafeDirectory(
        Path path,
        String flag,
        List<String> entries,
        @Nullable String account) {
    public SafeDirectory {
        entries = List.copyOf(entries);
    }

    /** Tells whether a directory that is not empty was the program's before. */
    @FunctionalInterface
    public interface Used {
        boolean was(Path directory) throws IOException;
    }

    /**
     * Refuses one that holds other people's files, too: all of it becomes the account's, and is deleted with the
     * program. Only looks.
     *
     * @param whose it is, such as "an agent"
     * @param name of a directory that would do
     */
    public void requireFree(String whose, String name, Used used) throws IOException, DirectoryRefused {
        boolean directory = Files.isDirectory(path);
        if (Files.exists(path) && !(directory && (isEmpty() || used.was(path)))) {
            String given = account == null ? "" : ", and all of it would be given to the account " + account;
            throw new DirectoryRefused(
                    path + (directory ? " holds files that are not " + whose + "'s" + given : " is not a directory")
                            + ".",
                    "Name a new or empty directory, such as " + flag + " "
                            + (directory ? path.resolve(name) : path.resolveSibling(name)) + ", or one that " + whose
                            + " has used.");
        }
        require();
    }

    private boolean isEmpty() throws IOException {
        try (Stream<Path> entries = Files.list(path)) {
            return entries.findAny().isEmpty();
        }
    }

    /** Only looks. A directory that does not exist is safe. */
    public void require() throws IOException, DirectoryRefused {
        if (!Files.isDirectory(path)) {
            return;
        }
        List<Path> own = new ArrayList<>(List.of(path.toRealPath()));
        for (String name : entries) {
            Path entry = path.resolve(name);
            if (Files.isSymbolicLink(entry)) {
                throw behindLink(entry);
            }
            if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                own.add(entry);
            }
        }
        if (Machine.isRoot()
                && path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            for (Path directory : own) {
                requireOwn(directory);
            }
        }
    }

    private DirectoryRefused behindLink(Path entry) throws IOException {
        Path target = path.resolve(Files.readSymbolicLink(entry));
        String elsewhere = Files.isDirectory(target)
                ? "To use that place, put the whole directory there: " + flag + " " + target.resolve("gleaner")
                : "Or name another directory with " + flag;
        return new DirectoryRefused(
                entry + " is a link to " + target + ", where other files could be overwritten or deleted.",
                "Delete the link. " + elsewhere + ".");
    }

    private void requireOwn(Path directory) throws IOException, DirectoryRefused {
        PosixFileAttributes found =
                Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean roots = Integer.valueOf(0).equals(Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS));
        if (!roots && !isOfAccount(found.owner())) {
            throw new DirectoryRefused(
                    directory + " belongs to " + found.owner().getName()
                            + ", who could make root overwrite or delete any file.",
                    "Name a new directory, or one of root's, with " + flag
                            + ". If all in this one is yours: chown -R root: " + directory);
        }
        if (found.permissions().contains(PosixFilePermission.OTHERS_WRITE)
                || found.permissions().contains(PosixFilePermission.GROUP_WRITE)) {
            throw new DirectoryRefused(
                    "Users other than its owner can write to " + directory
                            + ", and could make root overwrite or delete any file.",
                    "Look at what is in it, then take that right away: chmod go-w " + directory);
        }
    }

    private boolean isOfAccount(UserPrincipal owner) throws IOException {
        try {
            return account != null
                    && owner.equals(
                            path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(account));
        } catch (UserPrincipalNotFoundException noSuchAccount) {
            return false;
        }
    }
}
