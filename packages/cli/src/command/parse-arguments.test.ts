import { describe, expect, it } from 'vitest';
import { commands } from '../commands/index.js';
import { globalOptions } from './global-options.js';
import { checkArguments, parseArguments } from './parse-arguments.js';

const parse = (...argv: string[]) => {
  const parsed = parseArguments(argv, commands);
  if (parsed.command !== undefined) checkArguments(parsed.command, parsed.args);
  return parsed;
};

describe('parsing the command line', () => {
  it('finds the command wherever the options are', () => {
    for (const argv of [
      ['--json', 'show', '007'],
      ['show', '--json', '007'],
      ['show', '007', '--json'],
      ['--server', 'https://x.example', 'show', '007', '--json'],
    ]) {
      const { command, args, options } = parse(...argv);
      expect([command?.name, args, options.flag('json')]).toEqual(['show', ['007'], true]);
    }
    expect(parse('keys', 'rotate', '1e5', '--overlap=2h')).toMatchObject({
      command: { name: 'keys rotate' },
      args: ['1e5'],
    });
    expect(parse('search', '--', '--top', 'x').args).toEqual(['--top', 'x']);
    expect(parse().command).toBeUndefined();
  });

  it('keeps values exactly as typed', () => {
    const { options } = parse('list', '--filter', 'version=1.10', '--filter', 'x=007', '--key', '0012e3');
    expect(options.texts('filter')).toEqual(['version=1.10', 'x=007']);
    expect(options.text('key')).toBe('0012e3');
  });

  it.each([
    [['serch'], 'did you mean "search"'],
    [['lits'], 'did you mean "list"'],
    [['frobnicate'], 'see dragoman help'],
    [['keys'], 'dragoman keys create'],
    [['keys', 'crate', 'x'], 'did you mean "keys create"'],
    [['list', '--capabilty', 'x'], 'did you mean "--capability"'],
    [['list', '-x'], 'unknown option "-x" of "list"'],
    [['list', '--limit'], '--limit needs a value'],
    [['list', '--limit', '--all'], '--limit needs a value'],
    [['list', '--limit='], '--limit needs a value'],
    [['list', '--all=yes'], '--all takes no value'],
    [['list', '--limit', '1', '--limit', '2'], 'given twice'],
    [['list', 'extra'], 'unexpected argument "extra"'],
    [['call', 'desk', 'quote', 'to=PTOPO'], 'unexpected argument "to=PTOPO"; write --input to=PTOPO'],
    [['show'], '<id> is missing'],
    [['completion', 'bahs'], 'did you mean "bash"'],
    [['list', '--status', 'actve'], 'did you mean "active"'],
    [['__proto__'], 'unknown command'],
    [['list', '--__proto__'], 'unknown option'],
  ])('rejects %j with %j', (argv, message) => {
    expect(() => parse(...argv)).toThrow(message);
  });

  it('uses the same option name for the same thing in every command', () => {
    const kinds = new Map<string, boolean>();
    for (const { name, value } of [...globalOptions, ...commands.flatMap(({ options }) => options)]) {
      expect(kinds.get(name) ?? value === undefined, name).toBe(value === undefined);
      kinds.set(name, value === undefined);
    }
    for (const command of commands) {
      const names = [...globalOptions, ...command.options].map(({ name }) => name);
      expect(new Set(names).size, command.name).toBe(names.length);
    }
  });

  it('parses every example of its own help', () => {
    for (const { line } of commands.flatMap(({ examples }) => examples)) {
      const words = [
        ...line
          .replace(/^.*?dragoman /, '')
          .replace(/[)>].*$/, '')
          .matchAll(/"([^"]*)"|(\S+)/g),
      ];
      const argv = words.map(([, quoted, bare]) => quoted ?? bare ?? '');
      expect(() => parse(...argv), line).not.toThrow();
    }
  });
});
