/** The logger port of the stores: messages for the operator that callers do not get. */

/** Logger of a store; a pino logger fits. */
export interface StoreLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Discards all messages. */
export const silentLogger: StoreLogger = Object.freeze({ info: () => {}, warn: () => {} });
