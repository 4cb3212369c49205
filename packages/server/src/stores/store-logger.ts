/** The logger port of the stores: what the operator must know and no caller is told. */

/** Takes what a store has to say; pino fits. */
export interface StoreLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Says nothing. */
export const silentLogger: StoreLogger = Object.freeze({ info: () => {}, warn: () => {} });
