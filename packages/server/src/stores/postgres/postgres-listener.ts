/**
 * A connection that listens for notifications of PostgreSQL. It reconnects when it is lost; what was missed meanwhile is
 * unknown, so that the listener is called after each connection.
 */
import pg from 'pg';
import type { StoreLogger } from '../store-logger.js';

/** Options of a listening connection. */
export interface ListenOptions {
  url: string;
  channel: string;
  /** Called with the payload of each notification, and without one after each connection. */
  onNotice: (payload?: string) => void;
  logger: StoreLogger;
  connectTimeoutMs: number;
}

/** A listening connection. */
export interface Listening {
  stop(): Promise<void>;
}

/** Milliseconds until a lost connection is opened again. */
const reopenAfterMs = 1000;

/** Connects and listens; never throws. */
export function listenToPostgres({ url, channel, onNotice, logger, connectTimeoutMs }: ListenOptions): Listening {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const open = async () => {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'dragoman listener',
    });
    client = opened;
    let isOver = false;
    const onEnd = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      void opened.end().catch(() => undefined);
      if (isStopped) return;
      logger.warn({ err: error }, 'the connection for notifications of PostgreSQL was lost; changes are polled');
      timer = setTimeout(() => void open(), reopenAfterMs).unref();
    };
    opened.on('error', onEnd);
    opened.on('end', () => onEnd());
    opened.on('notification', ({ payload }) => onNotice(payload ?? ''));
    try {
      await opened.connect();
      await opened.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      onNotice();
    } catch (error) {
      onEnd(error);
    }
  };
  void open();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
