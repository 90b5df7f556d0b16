package org.gleaner.cli.verb;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;
import org.gleaner.terminal.verb.Lookup;

/**
 * Prints what a shell needs to complete our verbs and flags, made of the tables that the parser reads. It is a fixed
 * text: starting this program at each press of a key would take too long.
 */
public final class CompletionVerb implements CliVerb {
    private static final Subcommands SHELLS = Subcommands.of("bash", "zsh", "fish");
    private static final List<String> SELECTORS = List.of("last", "all", "name:", "type:", "state:");

    private final List<String> names;
    private final Lookup verbs;

    /** What follows one verb. */
    private record Entry(String verb, String purpose, List<Flag> flags, List<String> words, boolean command) {
        /** The flags that a value follows. */
        List<String> valued() {
            return written(flags.stream().filter(Flag::takesValue).toList());
        }
    }

    public CompletionVerb(List<String> names, Lookup verbs) {
        this.names = names;
        this.verbs = verbs;
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("completion", "let your shell complete verbs and flags", SHELLS.operands())
                .example("source <(gleaner completion bash)", "for this shell; as a line in ~/.bashrc for all")
                .example("source <(gleaner completion zsh)", "the same in ~/.zshrc, below compinit")
                .example("gleaner completion fish > ~/.config/fish/completions/gleaner.fish", "once");
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure {
        String shell = SHELLS.chosen(arguments);
        List<Entry> all = new ArrayList<>();
        for (String name : names) {
            all.add(entry(name));
        }
        here.out()
                .print(
                        switch (shell) {
                            case "bash" -> bash(all);
                            case "zsh" -> zsh(all);
                            default -> fish(all);
                        });
        return Exit.OK;
    }

    private Entry entry(String name) throws CliFailure {
        LabVerb elsewhere = LabVerb.named(name);
        if (elsewhere != null) {
            return new Entry(name, elsewhere.purpose(), List.of(), List.of(), false);
        }
        Syntax syntax = verbs.named(name).syntax();
        List<Flag> flags = new ArrayList<>(syntax.flags());
        flags.add(Flag.on("help", "show this help"));
        return new Entry(
                name, syntax.purpose(), flags, words(syntax), syntax.operands().command());
    }

    /** Words that may stand where no flag does, as far as they are fixed. */
    private List<String> words(Syntax syntax) {
        if (syntax.operands().command()) {
            return List.of();
        }
        List<String> words = new ArrayList<>();
        for (String form :
                syntax.operands().written().replaceAll("[\\[\\]]", "").split(" \\| ", -1)) {
            String first = form.split(" ", -1)[0].replace("…", "");
            if (first.equals("SEL")) {
                words.addAll(SELECTORS);
            } else if (first.equals("VERB")) {
                words.addAll(names);
            } else if (first.matches("[a-z][a-z-]*")) {
                words.add(first);
            }
        }
        syntax.terms().forEach(term -> words.add(term.typed()));
        return words;
    }

    private static String bash(List<Entry> all) {
        StringBuilder text = new StringBuilder(
                """
                _gleaner() {
                    local cur=${COMP_WORDS[COMP_CWORD]} flags= valued= words= command= i
                    COMPREPLY=()
                    if [ "$COMP_CWORD" -eq 1 ]; then
                        COMPREPLY=($(compgen -W "%s" -- "$cur"))
                        return
                    fi
                    case ${COMP_WORDS[1]} in
                """.formatted(String.join(" ", all.stream().map(Entry::verb).toList())));
        for (Entry one : all) {
            text.append("        %s) flags='%s' valued=' %s ' words='%s' command=%s ;;\n"
                    .formatted(
                            one.verb,
                            String.join(" ", written(one.flags)),
                            String.join(" ", one.valued()),
                            String.join(" ", one.words),
                            one.command ? "yes" : ""));
        }
        return text.append("""
                    esac
                    for ((i = 2; i < COMP_CWORD; i++)); do
                        case ${COMP_WORDS[i]} in
                            --) [ -z "$command" ] || return ;;
                            -*) case $valued in *" ${COMP_WORDS[i]} "*) ((++i == COMP_CWORD)) && return ;; esac ;;
                            *) [ -z "$command" ] || return ;;
                        esac
                    done
                    case $cur in
                        -*) COMPREPLY=($(compgen -W "$flags" -- "$cur")) ;;
                        *) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
                    esac
                }
                complete -o default -F _gleaner gleaner
                """).toString();
    }

    private static String zsh(List<Entry> all) {
        StringBuilder text = new StringBuilder("""
                #compdef gleaner
                _gleaner() {
                    local -a verbs flags valued terms
                    local command= i
                """);
        text.append("    verbs=(");
        all.forEach(one -> text.append(' ').append(zshItem(one.verb, one.purpose)));
        text.append(" )\n    if (( CURRENT == 2 )); then\n        _describe verb verbs\n        return\n    fi\n");
        text.append("    case $words[2] in\n");
        for (Entry one : all) {
            text.append("        ").append(one.verb).append(") flags=(");
            one.flags.forEach(flag ->
                    written(List.of(flag)).forEach(name -> text.append(' ').append(zshItem(name, flag.help()))));
            text.append(" ) terms=(");
            one.words.forEach(word -> text.append(' ').append(zshItem(word, "")));
            text.append(" ) valued=( ").append(String.join(" ", one.valued()));
            text.append(" ) command=").append(one.command ? "yes" : "").append(" ;;\n");
        }
        return text.append("""
                    esac
                    for (( i = 3; i < CURRENT; i++ )); do
                        if [[ $words[i] == -?* && $words[i] != -- ]]; then
                            if (( $valued[(Ie)$words[i]] && ++i == CURRENT )); then
                                _files
                                return
                            fi
                        elif [[ -n $command ]]; then
                            _files
                            return
                        fi
                    done
                    if [[ $words[CURRENT] == -* ]]; then
                        _describe -o flag flags
                    else
                        (( $#terms )) && _describe word terms
                        _files
                    fi
                }
                compdef _gleaner gleaner
                """).toString();
    }

    private static String zshItem(String word, String meaning) {
        return quoted(word.replace(":", "\\:") + (meaning.isEmpty() ? "" : ":" + meaning), "'\\''");
    }

    private static String fish(List<Entry> all) {
        StringBuilder text = new StringBuilder("""
                complete -c gleaner -e
                function __gleaner_in
                    set -l words (commandline -opc)
                    test (count $words) -ge 2; and test "$words[2]" = $argv[1]
                end
                # Before the command of a verb that takes one; its flags with a value follow the verb.
                function __gleaner_before
                    __gleaner_in $argv[1]; or return
                    set -l words (commandline -opc)
                    set -e words[1..2]
                    set -l value
                    for word in $words
                        if test -n "$value"
                            set value
                        else if contains -- "$word" $argv[2..-1]
                            set value yes
                        else if test "$word" = --; or not string match -q -- '-?*' "$word"
                            return 1
                        end
                    end
                    test -z "$value"
                end
                """);
        for (Entry one : all) {
            text.append("complete -c gleaner -n __fish_use_subcommand -f -a %s -d %s\n"
                    .formatted(one.verb, quoted(one.purpose, "\\'")));
            if (one.command) {
                text.append("set -g __gleaner_valued_%s %s\n".formatted(one.verb, String.join(" ", one.valued())));
            }
            String chosen = "complete -c gleaner -n '"
                    + (one.command
                            ? "__gleaner_before " + one.verb + " $__gleaner_valued_" + one.verb
                            : "__gleaner_in " + one.verb)
                    + "'";
            for (Flag flag : one.flags) {
                text.append("%s -l %s%s%s -d %s\n"
                        .formatted(
                                chosen,
                                flag.name(),
                                flag.letter() == null ? "" : " -s " + flag.letter(),
                                flag.takesValue() ? " -rF" : "",
                                quoted(flag.help(), "\\'")));
            }
            if (!one.words.isEmpty()) {
                text.append(chosen + " -f -a '" + String.join(" ", one.words) + "'\n");
            }
        }
        return text.toString();
    }

    private static List<String> written(List<Flag> flags) {
        List<String> words = new ArrayList<>();
        for (Flag flag : flags) {
            words.add("--" + flag.name());
            if (flag.letter() != null) {
                words.add("-" + flag.letter());
            }
        }
        return words;
    }

    /** In single quotes; shells differ in how one of those stands among them. */
    private static String quoted(String text, String quote) {
        return "'" + text.replace("'", quote) + "'";
    }
}
