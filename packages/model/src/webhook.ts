/** Messages that a service sends by itself to an address of its subscriber: webhooks, and callbacks of operations. */
import type { JsonSchema } from './json.js';

/** A message that a service says it sends. */
export interface Webhook {
  /** Unique in the service. */
  name: string;
  summary?: string;
  description?: string;
  /** HTTP method of the message, upper case. */
  method: string;
  /** Media type of the message; absent when it has no body. */
  mediaType?: string;
  /** The message; `true` when anything is allowed. */
  payload: JsonSchema;
  /** The call that names the address: a callback of that operation, by its name and the input for the address. */
  registeredBy?: { operation: string; input?: string };
}
