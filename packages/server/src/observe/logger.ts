/** The log: one JSON object per line on standard error, with everything secret left out. */
import type { DestinationStream } from 'pino';
import { pino } from 'pino';
import type { Config } from '../config/config.js';

/** What the parts of the server write to; pino fits. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** False for a level whose lines go nowhere; whoever makes many of them asks first. */
  isLevelEnabled?(level: string): boolean;
}

/** Members that never reach the log, wherever an object carries them. */
const secretMembers = [
  'authorization',
  'Authorization',
  'x-api-key',
  'X-API-Key',
  'cookie',
  'Cookie',
  'set-cookie',
  'secret',
  'password',
  'key',
  'token',
];

/** Opens the log; `destination` takes the lines, standard error by default. */
export function createLogger(config: Config['log'], destination?: DestinationStream): Logger {
  const target = destination ?? pino.destination({ fd: 2, sync: true });
  return pino(
    {
      level: config.level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), bindings: () => ({}) },
      redact: { paths: secretMembers.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[hidden]' },
    },
    config.pretty ? readable(target) : target,
  );
}

/** Words of strangers could steer a terminal, so anything but plain characters is escaped. */
function show(value: unknown): string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : (JSON.stringify(value) ?? '');
}

/** Lines for people: time, level, message, then the fields. */
function readable(target: DestinationStream): DestinationStream {
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
