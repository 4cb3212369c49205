/** The log on standard error, with secrets hidden: one JSON object per line, or lines for people in a terminal. */
import { isatty } from 'node:tty';
import type { Config } from '../config/config.js';
import { createFormatLine } from './log-line.js';
import type { LogRing } from './log-ring.js';
import { createLogRing, logLevels } from './log-ring.js';
import type { LogDestination, LogWriter } from './log-writer.js';
import { openLogWriter, writeLine } from './log-writer.js';

/** Logger interface of the server; a pino logger fits. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** False for a level whose lines are discarded; ask before building many of them. */
  isLevelEnabled?(level: string): boolean;
  /** Changes which lines are discarded; absent where it is fixed. */
  setLevel?(level: string): void;
  /** The latest lines; absent where none are kept. */
  recent?: LogRing;
}

/** A logger that buffers. */
export interface BufferedLogger extends Logger {
  /** Writes the buffered lines; later lines are written at once. */
  close(): void;
}

const standardError: LogDestination = { write: (line) => writeLine(2, line) };

/** The levels, least important first. */
const levels: readonly string[] = [...logLevels, 'silent'];

/** Opens the log on standard error, buffered; nothing is lost when the process exits, crashes or is signaled. */
export function openLogger(config: Config['log']): BufferedLogger {
  const writer: LogWriter = openLogWriter();
  const inTerminal = isatty(2);
  const columns = () => (inTerminal ? process.stderr.columns : undefined);
  const logger = createLogger({ ...config, pretty: config.pretty ?? inTerminal }, writer, columns);
  return { ...logger, close: () => writer.close() };
}

/**
 * Creates a logger without a buffer of its own; `destination` receives the lines, standard error by default. `columns`: the
 * width of the terminal to which lines for people are fitted.
 */
export function createLogger(
  config: Config['log'],
  destination: LogDestination = standardError,
  columns: () => number | undefined = () => undefined,
): Logger {
  const target = config.pretty === true ? readable(destination, columns) : destination;
  let least = levels.indexOf(config.level);
  const format = createFormatLine();
  const recent = createLogRing();
  const isLevelEnabled = (level: string) => levels.indexOf(level) >= least;
  const write = (line: string) => {
    recent.add(line);
    target.write(line);
  };
  const method = (level: string): Logger['info'] => {
    const rank = levels.indexOf(level);
    return (fields, message) => {
      if (rank >= least) write(format(level, fields, message));
    };
  };
  return {
    debug: method('debug'),
    info: method('info'),
    warn: method('warn'),
    error: method('error'),
    isLevelEnabled,
    setLevel(level) {
      least = levels.indexOf(level);
    },
    recent,
  };
}

/** Escapes everything but plain characters, because third-party text could control a terminal. */
function show(value: unknown): string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : (JSON.stringify(value) ?? '');
}

/** Lines for people: time, level, message, then the fields, which continue on indented lines where a terminal ends. */
function readable(target: LogDestination, columns: () => number | undefined): LogDestination {
  return {
    write(line: string) {
      const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
      const head = `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${String(msg)} `;
      const rest = Object.entries(fields).map(([name, value]) => `${name}=${show(value)}`);
      target.write(`${fitted([head, ...rest], columns() ?? Number.POSITIVE_INFINITY)}\n`);
    },
  };
}

/** Below the message: after the time and the level. */
const indentation = ' '.repeat(19);

function fitted(parts: readonly string[], columns: number): string {
  let text = '';
  let used = 0;
  for (const part of parts) {
    const breaks = used > 0 && used + 1 + part.length > columns;
    text = breaks ? `${text.trimEnd()}\n${indentation}${part}` : `${text}${used === 0 ? '' : ' '}${part}`;
    used = breaks ? indentation.length + part.length : used + (used === 0 ? 0 : 1) + part.length;
  }
  return text;
}
