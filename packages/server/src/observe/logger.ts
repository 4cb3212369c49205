/** The log: one JSON object per line on standard error, with secrets hidden. */
import type { Config } from '../config/config.js';
import { createFormatLine } from './log-line.js';
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
}

/** A logger that buffers. */
export interface BufferedLogger extends Logger {
  /** Writes the buffered lines; later lines are written at once. */
  close(): void;
}

const standardError: LogDestination = { write: (line) => writeLine(2, line) };

/** The levels, least important first. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Opens the log on standard error, buffered; nothing is lost when the process exits, crashes or is signaled. */
export function openLogger(config: Config['log']): BufferedLogger {
  const writer: LogWriter = openLogWriter();
  return { ...createLogger(config, writer), close: () => writer.close() };
}

/** Creates a logger without a buffer of its own; `destination` receives the lines, standard error by default. */
export function createLogger(config: Config['log'], destination: LogDestination = standardError): Logger {
  const target = config.pretty ? readable(destination) : destination;
  const least = levels.indexOf(config.level);
  const format = createFormatLine();
  const isLevelEnabled = (level: string) => levels.indexOf(level) >= least;
  const method = (level: string): Logger['info'] =>
    isLevelEnabled(level) ? (fields, message) => target.write(format(level, fields, message)) : () => undefined;
  return {
    debug: method('debug'),
    info: method('info'),
    warn: method('warn'),
    error: method('error'),
    isLevelEnabled,
  };
}

/** Escapes everything but plain characters, because third-party text could control a terminal. */
function show(value: unknown): string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : (JSON.stringify(value) ?? '');
}

/** Lines for people: time, level, message, then the fields. */
function readable(target: LogDestination): LogDestination {
  return {
    write(line: string) {
      const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
      const rest = Object.entries(fields).map(([name, value]) => `${name}=${show(value)}`);
      target.write(
        `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${String(msg)}  ${rest.join(' ')}\n`,
      );
    },
  };
}
