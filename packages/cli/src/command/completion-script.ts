/** Shell completion scripts, generated from the list of commands. They are static: completion never runs the program. */
import type { CommandDescription, CommandOption } from './command.js';
import { globalOptions } from './global-options.js';

/** Supported shells. */
export type Shell = 'bash' | 'zsh' | 'fish';

/** The script for a shell. */
export function completionScript(shell: Shell, commands: readonly CommandDescription[]): string {
  if (shell === 'fish') return fishScript(commands);
  const script = bashScript(commands);
  return shell === 'bash' ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`;
}

/** One case per command with the words that can follow it. */
function bashScript(commands: readonly CommandDescription[]): string {
  const casesOf = (parts: number) =>
    commands
      .filter(({ name }) => name.split(' ').length === parts)
      .map(({ name, options, arguments: words }) => {
        const choices = words.flatMap((word) => word.choices ?? []);
        return `    '${name}') words='${[...choices, ...optionWords(options)].join(' ')}' ;;`;
      })
      .join('\n');
  const groups = groupsOf(commands).map(([group, seconds]) => `    '${group}') words='${seconds.join(' ')}' ;;`);
  return `# Completion of dragoman. Words that follow are options, subcommands or files.
_dragoman() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words='' first='' second='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      -*) ;;
      *) if [ -z "$first" ]; then first="$word"; elif [ -z "$second" ]; then second="$word"; fi ;;
    esac
  done
  case "$first" in
    '') words='${[...new Set(commands.map(({ name }) => name.split(' ')[0]))].join(' ')} ${optionWords([]).join(' ')}' ;;
  esac
  case "$first" in
${groups.join('\n')}
  esac
  case "$first" in
${casesOf(1)}
  esac
  case "$first $second" in
${casesOf(2)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _dragoman dragoman
`;
}

function fishScript(commands: readonly CommandDescription[]): string {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name))];
  const lines = ['# Completion of dragoman.', 'complete -c dragoman -e'];
  for (const first of firsts) {
    const command = commands.find(({ name }) => name === first);
    const meaning = command?.summary ?? `Commands for ${first}`;
    lines.push(`complete -c dragoman -n __fish_use_subcommand -a ${first} -d ${quoted(meaning)}`);
  }
  for (const { name, options, summary, arguments: words } of commands) {
    const [first = '', second] = name.split(' ');
    const seen = `__fish_seen_subcommand_from ${first}`;
    if (second !== undefined) lines.push(`complete -c dragoman -n ${quoted(seen)} -a ${second} -d ${quoted(summary)}`);
    const within = second === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${second}`;
    for (const choice of words.flatMap((word) => word.choices ?? [])) {
      lines.push(`complete -c dragoman -n ${quoted(within)} -a ${choice}`);
    }
    for (const option of options) lines.push(fishOption(option, `-n ${quoted(within)} `));
  }
  return [...lines, ...globalOptions.map((option) => fishOption(option, '')), ''].join('\n');
}

function fishOption({ name, short, value, description }: CommandOption, condition: string): string {
  const letter = short === undefined ? '' : ` -s ${short}`;
  return `complete -c dragoman ${condition}-l ${name}${letter}${value === undefined ? '' : ' -r'} -d ${quoted(description)}`;
}

function groupsOf(commands: readonly CommandDescription[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ');
    if (second !== undefined) groups.set(first, [...(groups.get(first) ?? []), second]);
  }
  return [...groups];
}

function optionWords(options: readonly CommandOption[]): string[] {
  return [...options, ...globalOptions].map(({ name }) => `--${name}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
