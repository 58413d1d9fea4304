// `muster completion`: scripts for shells, which ask `muster __complete` for the words that fit at the cursor.

import type { Command } from 'commander';
import { flagName } from '../config/option-names.ts';
import type { Option } from '../config/option-table.ts';
import type { CommandContext } from './context.ts';

/** Words with descriptions, or a kind of path. */
type Offers = readonly (readonly [word: string, description: string])[] | 'file' | 'folder';

function offersOf(argument: string, words?: readonly string[]): Offers {
  if (words !== undefined) return words.map((word) => [word, '']);
  return argument === 'file' || argument === 'folder' ? argument : [];
}

/** Lists the words that may replace the last one, which may be incomplete. */
function listOffers(
  program: Command,
  options: readonly Option[],
  words: readonly string[],
): Offers {
  const help = program.createHelp();
  let command = program;
  const listFlags = () => [...new Set([command, program])].flatMap((it) => help.visibleOptions(it));
  const findValued = (word: string) =>
    listFlags().find(({ short, long, required }) => required && [short, long].includes(word));
  let valued: ReturnType<typeof findValued>;
  for (const word of words.slice(0, -1)) {
    if (valued !== undefined) valued = undefined;
    else if (word.startsWith('-')) valued = findValued(word);
    else command = command.commands.find((below) => below.name() === word) ?? command;
  }
  const current = words.at(-1) ?? '';
  const [before = '', named = ''] = /^(--[^=]+)=/.exec(current) ?? [];
  valued ??= findValued(named);
  const settingOf = (flag: string | undefined) => options.find(({ key }) => flagName(key) === flag);
  if (valued !== undefined) {
    const { flags, argChoices, long } = valued;
    const [, argument = ''] = /[<[](.*)[>\]]$/.exec(flags) ?? [];
    const offers = offersOf(argument, argChoices ?? settingOf(long)?.words);
    return typeof offers === 'string' ? offers : offers.map(([word]) => [before + word, '']);
  }
  if (current.startsWith('-')) {
    return listFlags().flatMap(({ long, description }) =>
      long ? [[long, settingOf(long)?.help ?? description] as const] : [],
    );
  }
  const below = help.visibleCommands(command);
  if (below.length > 0) return below.map((it) => [it.name(), it.description()]);
  const [argument] = command.registeredArguments;
  return argument === undefined ? [] : offersOf(argument.name(), argument.argChoices);
}

const SCRIPTS = {
  bash: `# Completion of muster for bash. Put it into /etc/bash_completion.d/muster, or: source <(muster completion bash)

_muster() {
  local IFS=$'\\n' word words=() current="\${COMP_WORDS[COMP_CWORD]}" offers
  # Bash makes a word of its own of the = between a flag and its value.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word != = ]]; then words+=("$word"); fi
  done
  if [[ $current == = ]]; then current=''; fi
  offers=$("\${COMP_WORDS[0]/#\\~/$HOME}" __complete -- "\${words[@]}" "$current" 2>/dev/null)
  case "$offers" in
    :file) COMPREPLY=($(compgen -f -- "$current")) ;;
    :folder) COMPREPLY=($(compgen -d -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$(cut -f 1 <<<"$offers")" -- "$current")) ;;
  esac
}

complete -o filenames -F _muster muster`,

  zsh: `#compdef muster
# Completion of muster for zsh. Put it as _muster into a folder of $fpath, or: source <(muster completion zsh)

_muster() {
  local offers
  local -a described
  offers=$(\${~words[1]} __complete -- "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)
  case "$offers" in
    :file) compset -P '--*='; _files ;;
    :folder) compset -P '--*='; _files -/ ;;
    *)
      described=("\${(@)\${(f)offers}//:/\\\\:}")
      described=("\${(@)described//$'\\t'/:}")
      _describe muster described
      ;;
  esac
}

if [[ $funcstack[1] == _muster ]]; then _muster "$@"; else compdef _muster muster; fi`,

  fish: `# Completion of muster for fish. Put it into ~/.config/fish/completions/muster.fish, or: muster completion fish | source

function __muster_offer
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l flag (string match -r -- '^--[^=]+=' $current)
    set -l path (string replace -r -- '^--[^=]+=' '' $current)
    set -l muster (string replace -r -- '^~' $HOME $words[1])
    set -l offers ($muster __complete -- $words[2..] $current 2>/dev/null)
    switch "$offers"
        case :file
            __fish_complete_path "$path" | string replace -r -- '^' "$flag"
        case :folder
            __fish_complete_directories "$path" | string replace -r -- '^' "$flag"
        case '*'
            string join -- \\n $offers
    end
end

complete -c muster -f -a '(__muster_offer)'`,
};

export function addCompletionCommands(program: Command, { io, options }: CommandContext): void {
  const completion = program
    .command('completion')
    .description('Complete commands, flags and values in a shell.');
  for (const [shell, script] of Object.entries(SCRIPTS)) {
    completion
      .command(shell)
      .description(`Print the completion script for ${shell}.`)
      .action(() => io.out(script));
  }
  program.command('__complete [words...]', { hidden: true }).action((words: string[]) => {
    const offers = listOffers(program, options, words);
    if (typeof offers === 'string') io.out(`:${offers}`);
    else for (const [word, description] of offers) io.out(`${word}\t${description}`);
  });
}
