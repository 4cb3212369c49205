/**
 * Questions to the client that made a call, while the call runs: input of its user, a message of its model, its roots.
 * An interface whose clients can be asked sets it; the service's protocol uses it.
 */
import type { JsonObject } from '@dragoman/model';

/** A request to a client, in the form of its protocol. */
export interface ClientQuestion {
  method: string;
  params: JsonObject;
}

/** The client of a call. */
export interface ClientLine {
  /** What it can be asked, as it declared. */
  readonly capabilities: JsonObject;
  /** Equal for calls of one client; empty when clients with these capabilities need not be kept apart. */
  readonly key: string;
  /** The session of the client: calls with the same one have the same client. Absent when that is not known. */
  readonly session?: string;
  /** Milliseconds that its user has to answer. */
  readonly answerMs: number;
  /** Asks questions and resolves with the answers by name; throws `INPUT_UNAVAILABLE` when one is not answered. */
  ask(questions: Readonly<Record<string, ClientQuestion>>): Promise<Record<string, JsonObject>>;
  /** Sends a notification about a question; absent for a client that takes none. */
  tell?(method: string, params: JsonObject): void;
}
