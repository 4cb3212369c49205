/**
 * Log messages of services: `logging/setLevel` in a session, `_meta` of a request in the stateless revision, and the
 * messages that a service sends during a call. They are third-party data, and bounded.
 */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { HttpReply } from '../../../transport/http-reply.js';
import { rpcNotification } from '../../../transport/json-rpc.js';
import { logLevels, logSeverity, memberOf, metaKeys, metaOf } from '../wire.js';
import type { McpExchange } from './exchange.js';
import { faultReply, resultReply } from './exchange.js';

/** Maximum characters of the data and of the logger's name of one message. */
const longest = { data: 20_000, logger: 200 };

/** `logging/setLevel`; undefined for other methods and for roots without log messages. */
export async function setLogLevel(exchange: McpExchange): Promise<HttpReply | undefined> {
  const { message, root, context, ports, session, modern } = exchange;
  if (message.method !== 'logging/setLevel' || modern) return undefined;
  const content = await root.content?.(context);
  if (content?.features.logs !== true) return undefined;
  const level = memberOf(message.params, 'level');
  if (typeof level !== 'string' || !logLevels.includes(level)) {
    const known = `'level' must be one of ${logLevels.join(', ')}.`;
    return faultReply(exchange, new Failure('INVALID_INPUT', { message: known }));
  }
  if (session !== undefined) ports.sessions.setLogLevel(session, level);
  return resultReply(exchange, {});
}

/** The level that the client asked for, in the request of the stateless revision or in the session; undefined if none. */
function askedLevel({ message, modern, session, ports }: McpExchange): string | undefined {
  if (!modern) return session === undefined ? undefined : ports.sessions.logLevel(session);
  const level = memberOf(metaOf(message.params), metaKeys.logLevel);
  return typeof level === 'string' && logLevels.includes(level) ? level : undefined;
}

/** The level of a session whose client has asked for none, if the service sends log messages unasked. */
const usualLevel = 'info';

/** How a call passes log messages on. */
export interface LogOptions {
  /** Asked for explicitly, so that the service gets it. */
  asked?: string;
  /** The notification for a message; undefined when it is invalid or below the level. */
  write(message: JsonObject): JsonObject | undefined;
}

/** The log messages that the client of a call gets; undefined when it gets none. */
export function logsFor(exchange: McpExchange): LogOptions | undefined {
  const { modern, root, context } = exchange;
  const asked = askedLevel(exchange);
  if (asked !== undefined) return { asked, write: (message) => logMessage(message, asked) };
  if (modern || root.logs?.(context) !== true) return undefined;
  return { write: (message) => logMessage(message, usualLevel) };
}

function logMessage({ level, logger, data }: JsonObject, wanted: string): JsonObject | undefined {
  const severity = logSeverity(level);
  if (severity >= logLevels.length || severity < logSeverity(wanted) || data === undefined) return undefined;
  const text = JSON.stringify(data);
  return rpcNotification('notifications/message', {
    level: level as string,
    ...(typeof logger === 'string' ? { logger: logger.slice(0, longest.logger) } : {}),
    data: text.length <= longest.data ? data : `${text.slice(0, longest.data)}…`,
  });
}
