/** Confirmations: the entry point `@dragoman/middleware/confirmation`. */
export type { ConfirmationOptions } from './confirmation.js';
export { createConfirmation } from './confirmation.js';
