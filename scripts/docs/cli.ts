/** The reference page of every command, generated from the descriptions of the help texts. */
import { type CommandOption, commands, describeCommands } from '@dragoman/cli';
import { generatedNote, type PageMaker } from '../generated-file.js';

type Described = ReturnType<typeof describeCommands>;

/** Generates docs/reference/cli.md. */
export const makeCli: PageMaker = async () => {
  const described = describeCommands(commands);
  const text = [
    '# The dragoman command',
    '',
    generatedNote,
    '',
    'Results go to standard output, notes and progress to standard error. With `--json` the output is JSON.',
    '',
    '## Global options',
    '',
    ...described.options.map(writeOption),
    '',
    '## Environment',
    '',
    ...described.environment.map(({ name, meaning }) => `- \`${name}\`: ${meaning}`),
    '',
    "The server's own settings are in [the configuration](configuration.md).",
    '',
    '## Exit codes',
    '',
    ...described.exitCodes.map(({ code, meaning }) => `- ${code}: ${meaning}`),
    '',
    ...described.commands.map(writeCommand),
  ].join('\n');
  return [{ path: 'docs/reference/cli.md', text }];
};

function writeCommand(command: Described['commands'][number]): string {
  const words = command.arguments.map(({ name, description }) => `- \`<${name}>\`: ${description}`);
  const parts = [...words, ...command.options.map(writeOption)];
  return [
    `## dragoman ${command.name}`,
    '',
    `${command.summary}.${command.details === undefined ? '' : ` ${command.details}`}`,
    '',
    '```',
    command.usage,
    '```',
    '',
    ...parts,
    ...(parts.length === 0 ? [] : ['']),
    ...command.examples.map(({ line, explanation }) => `- ${explanation}: \`${line}\``),
    '',
  ].join('\n');
}

function writeOption({ name, short, value, optionalValue, description }: CommandOption): string {
  const letter = short === undefined ? '' : `-${short}, `;
  const optional = optionalValue === undefined ? '' : `[=<${optionalValue}>]`;
  return `- \`${letter}--${name}${value === undefined ? optional : ` <${value}>`}\`: ${description}`;
}
