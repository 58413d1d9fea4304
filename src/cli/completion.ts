// `muster completion`: scripts that let a shell complete commands, flags and their values, made from the command line itself.

import type { Command } from 'commander';
import { type CommandNode, type FlagNode, listNodes, readCommands } from './command-tree.ts';
import type { CommandContext } from './context.ts';

/** Quotes for each of the three shells. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Fish takes a backslash and a quote inside quotes in its own way. */
function quoteForFish(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** Every flag that takes a value, with what it takes; that of a command wins over that of the program. */
function listValued(program: CommandNode): (readonly [words: string, flag: FlagNode])[] {
  return listNodes(program)
    .toReversed()
    .flatMap(({ words, flags }) =>
      flags.filter(({ argument }) => argument !== '').map((flag) => [words, flag] as const),
    );
}

const namesOf = (flags: readonly FlagNode[]) =>
  flags.flatMap(({ names }) => names.filter((name) => name.startsWith('--')));

/** A branch of a `case` for each command that has something to say. */
function branches(program: CommandNode, textOf: (node: CommandNode) => string): string {
  return listNodes(program)
    .map((node) => [node.words, textOf(node)] as const)
    .filter(([, text]) => text !== '')
    .map(([words, text]) => `    ${quote(words)}) ${text} ;;`)
    .join('\n');
}

/** Branches for `<command> <flag>`, and for a flag of the program in any command. */
function valueBranches(program: CommandNode, print: (text: string) => string): string {
  const lines = listValued(program).map(([words, { names, values }]) => {
    const patterns = names.map((name) =>
      words === '' ? `*' ${name}'` : quote(`${words} ${name}`),
    );
    const text = typeof values === 'object' ? values.join(' ') : (values ?? '');
    return `    ${patterns.join(' | ')}) ${print(text)} ;;`;
  });
  return lines.join('\n');
}

/** `<file>`, `<folder>` or the words that a command takes as its argument. */
function argumentOf({ values }: CommandNode): string {
  return typeof values === 'object' ? values.join(' ') : (values ?? '');
}

/** What bash and zsh have in common: the tables, as functions that set `REPLY`. */
function tables(program: CommandNode): string {
  const settings = namesOf(program.flags).join(' ');
  const reply = (text: string) => `REPLY=${quote(text)}`;
  return `# The commands below a command.
_muster_commands() {
  REPLY=''
  case "$1" in
${branches(program, ({ commands }) => (commands.length === 0 ? '' : reply(commands.map(({ name }) => name).join(' '))))}
  esac
}

# The flags of a command, those of the settings included.
_muster_flags() {
  REPLY=''
  case "$1" in
${branches(program, ({ words, flags }) => (words === '' ? '' : reply(namesOf(flags).join(' '))))}
  esac
  REPLY="$REPLY ${settings}"
}

# What a command takes as its argument: words, file or folder.
_muster_argument() {
  REPLY=''
  case "$1" in
${branches(program, (node) => (argumentOf(node) === '' ? '' : reply(argumentOf(node))))}
  esac
}

# What a flag takes: words, file, folder, or nothing that is known. Fails for a flag without a value.
_muster_value() {
  REPLY=''
  case "$1 $2" in
${valueBranches(program, reply)}
    *) return 1 ;;
  esac
}
`;
}

function bashScript(program: CommandNode): string {
  return `# Completion of muster for bash. Put it into /etc/bash_completion.d/muster, or: source <(muster completion bash)

${tables(program)}
_muster_offer() {
  local current=$2
  case "$1" in
    file) COMPREPLY=($(compgen -f -- "$current")) ;;
    folder) COMPREPLY=($(compgen -d -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$1" -- "$current")) ;;
  esac
}

_muster() {
  local REPLY command='' flag='' word index name current="\${COMP_WORDS[COMP_CWORD]}"
  local IFS=$' \\t\\n'
  COMPREPLY=()
  # Bash makes a word of its own of the = between a flag and its value.
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ $word == = ]]; then continue; fi
    if [[ -n $flag ]]; then flag=''; continue; fi
    if [[ $word == -* ]]; then
      if _muster_value "$command" "$word"; then flag=$word; fi
      continue
    fi
    _muster_commands "$command"
    for name in $REPLY; do
      if [[ $name == "$word" ]]; then command="\${command:+$command }$word"; break; fi
    done
  done
  if [[ $current == = ]]; then current=''; fi
  if [[ -n $flag ]]; then
    _muster_value "$command" "$flag"
    _muster_offer "$REPLY" "$current"
  elif [[ $current == -* ]]; then
    _muster_flags "$command"
    _muster_offer "$REPLY" "$current"
  else
    _muster_commands "$command"
    if [[ -z $REPLY ]]; then _muster_argument "$command"; fi
    _muster_offer "$REPLY" "$current"
  fi
}

complete -o filenames -F _muster muster
`;
}

function zshScript(program: CommandNode): string {
  const described = (nodes: readonly CommandNode[]) =>
    nodes.map(({ name, description }) => quote(`${name}:${description}`)).join(' ');
  return `#compdef muster
# Completion of muster for zsh. Put it as _muster into a folder of $fpath, or: source <(muster completion zsh)

${tables(program)}
# The same as _muster_commands, with what each does.
_muster_described() {
  reply=()
  case "$1" in
${branches(program, ({ commands }) => (commands.length === 0 ? '' : `reply=(${described(commands)})`))}
  esac
}

_muster_offer() {
  case "$1" in
    file) _files ;;
    folder) _files -/ ;;
    *) compadd -- \${=1} ;;
  esac
}

_muster() {
  local REPLY command='' flag='' word name
  local -a reply
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $flag ]]; then flag=''; continue; fi
    if [[ $word == -* ]]; then
      if _muster_value "$command" "$word"; then flag=$word; fi
      continue
    fi
    _muster_commands "$command"
    for name in \${=REPLY}; do
      if [[ $name == "$word" ]]; then command="\${command:+$command }$word"; break; fi
    done
  done
  if [[ -n $flag ]]; then
    _muster_value "$command" "$flag"
    _muster_offer "$REPLY"
  elif [[ $PREFIX == -*=* ]]; then
    flag=\${PREFIX%%=*}
    compset -P '*='
    _muster_value "$command" "$flag" && _muster_offer "$REPLY"
  elif [[ $PREFIX == -* ]]; then
    _muster_flags "$command"
    _muster_offer "$REPLY"
  else
    _muster_described "$command"
    if (( \${#reply} > 0 )); then _describe command reply; return; fi
    _muster_argument "$command"
    _muster_offer "$REPLY"
  fi
}

if [[ $funcstack[1] == _muster ]]; then _muster "$@"; else compdef _muster muster; fi
`;
}

const FISH_FOLDERS = "'(__fish_complete_directories)'";

function fishScript(program: CommandNode): string {
  const valued = [...new Set(listValued(program).flatMap(([, { names }]) => names))];
  const lines = listNodes(program).flatMap((node) => {
    const at = quoteForFish(`__muster_at ${quoteForFish(node.words)}`);
    const below = node.commands.map(
      ({ name, description }) =>
        `complete -c muster -n ${at} -a ${name} -d ${quoteForFish(description)}`,
    );
    const { values } = node;
    const takes =
      typeof values === 'object'
        ? [`complete -c muster -n ${at} -a ${quoteForFish(values.join(' '))}`]
        : [];
    if (values === 'file') takes.push(`complete -c muster -n ${at} -F`);
    const where = node.words === '' ? '' : ` -n ${at}`;
    return [...below, ...takes, ...node.flags.map((flag) => fishFlag(flag, where))];
  });
  return `# Completion of muster for fish. Put it into ~/.config/fish/completions/muster.fish, or: muster completion fish | source

# Whether the words before the cursor name this command.
function __muster_at
    set -l command
    set -l isValue 0
    for word in (commandline -opc)[2..]
        if test $isValue = 1
            set isValue 0
            continue
        end
        switch $word
            case ${valued.join(' ')}
                set isValue 1
            case '-*'
            case '*'
                set -a command $word
        end
    end
    set -l known ${listNodes(program)
      .map(({ words }) => quoteForFish(words))
      .join(' ')}
    while set -q command[1]; and not contains -- "$command" $known
        set -e command[-1]
    end
    test "$command" = "$argv[1]"
end

complete -c muster -f
${lines.join('\n')}
`;
}

function fishFlag({ names, argument, values, description }: FlagNode, where: string): string {
  const spelled = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const takes =
    argument === ''
      ? ''
      : typeof values === 'object'
        ? ` -x -a ${quoteForFish(values.join(' '))}`
        : values === undefined
          ? ' -x'
          : values === 'folder'
            ? ` -x -a ${FISH_FOLDERS}`
            : ' -r -F';
  return `complete -c muster${where} ${spelled.join(' ')}${takes} -d ${quoteForFish(description)}`;
}

const SCRIPTS: Record<string, (program: CommandNode) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function addCompletionCommands(program: Command, { io }: CommandContext): void {
  const completion = program
    .command('completion')
    .description('Complete commands, flags and values in a shell.');
  for (const [shell, write] of Object.entries(SCRIPTS)) {
    completion
      .command(shell)
      .description(`Print the completion script for ${shell}.`)
      .action(() => io.out(write(readCommands(program)).trimEnd()));
  }
}
