/** `dragoman logs`: the log of the running server, or of a file, for people at a terminal and as JSON elsewhere. */
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogConditions, ServerLogLine } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { readTime } from '../command/interval.js';
import { UsageError } from '../command/usage-error.js';
import { printLogLine, readLogText } from '../output/log-lines.js';
import { connect } from '../registry/connect.js';
import { escapeJson } from '../terminal/sanitize.js';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
const defaultLimit = 100;
const pollMs = 1000;

/** Shows the log. */
export const logs: Command = {
  name: 'logs',
  summary: 'Show or follow the log of the server',
  details:
    'Asks the running server for the latest lines that it keeps in memory (scope admin), of all its workers. With ' +
    '--file it reads a saved log, such as the output of journalctl -o cat. Prints readable lines in a terminal, JSON ' +
    'otherwise.',
  arguments: [],
  options: [
    { name: 'follow', short: 'f', description: 'Wait for more lines until Ctrl+C' },
    { name: 'level', value: 'level', description: 'Only lines of this level or a more severe one', choices: levels },
    { name: 'trace', value: 'id', description: 'Only lines of this trace' },
    { name: 'caller', value: 'subject', description: 'Only lines of requests of this caller' },
    { name: 'text', value: 'text', description: 'Only lines that contain this text' },
    { name: 'since', value: 'time', description: 'From this time on, or for an interval back, such as 15m' },
    { name: 'limit', value: 'n', description: `Maximum number of lines (default: ${defaultLimit}; at most 500)` },
    { name: 'file', value: 'path', description: 'Read this file instead; - reads standard input' },
  ],
  examples: [
    { line: 'dragoman logs --follow', explanation: 'What happens now' },
    { line: 'dragoman logs --level warn --since 1h', explanation: 'Warnings and errors of the last hour' },
    { line: 'dragoman logs --file dragoman.log --level warn', explanation: 'A saved log, for people' },
  ],
  async run(context) {
    const { options, runtime } = context;
    const conditions = readConditions(context);
    const file = options.text('file');
    if (file !== undefined) {
      if (options.flag('follow')) throw new UsageError('--follow works on the running server; use tail -f for a file');
      const chunks = file === '-' ? runtime.stdin : runtime.openFile(resolve(runtime.cwd, file));
      for await (const line of readLogText(chunks, conditions)) show(context, line);
      return 0;
    }
    const { status } = connect(context);
    const { signal } = runtime;
    let { lines, nextAfter } = await status.logs({ ...conditions, signal });
    for (const line of lines) show(context, line);
    while (options.flag('follow') && !signal.aborted) {
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      ({ lines, nextAfter } = await status.logs({ ...conditions, limit: 500, after: nextAfter, signal }));
      for (const line of lines) show(context, line);
    }
    return 0;
  },
};

function show({ print }: CommandContext, line: ServerLogLine): void {
  if (Number.isFinite(print.width) && !print.json) {
    printLogLine(print, line);
    return;
  }
  const { time, level, message, fields } = line;
  print.raw(escapeJson(JSON.stringify({ level, time, ...fields, msg: message })));
}

function readConditions({ options, runtime }: CommandContext): LogConditions {
  const since = options.text('since');
  const given = {
    traceId: options.text('trace')?.toLowerCase(),
    caller: options.text('caller'),
    text: options.text('text'),
    level: levels.find((level) => level === options.text('level')),
    since: since === undefined ? undefined : readTime('since', since, runtime.now()),
    limit: options.number('limit', { min: 1, max: 500 }) ?? defaultLimit,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
