/** The state of a session: rejected turns, negotiations, and opened endpoints. */
import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** The state of a negotiation. */
export type NegotiationState = 'pending' | 'opened' | 'rejected';

/** One negotiation of a session. */
export interface Negotiation {
  id: string;
  state: NegotiationState;
  dataClass: string;
  endpoint: JsonObject;
  persistent: boolean;
  /** Why it was rejected. */
  reason?: string;
}

/** A session's document. */
export interface SessionState {
  /** Number of rejected proposals. */
  rejections: number;
  negotiations: Negotiation[];
}

/** Maximum number of negotiations per session; the oldest decided and closed ones are removed first. */
export const maxNegotiations = 20;

/** The id of a session: no caller can guess or reach another caller's session by its name. */
export function sessionIdOf(subject: string, entryId: string, name: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['agis-session', subject, entryId, name]))
    .digest('base64url');
}

/** Reads a session's document; missing members are empty. */
export function readState(document: JsonObject | undefined): SessionState {
  const listed = Array.isArray(document?.negotiations) ? document.negotiations : [];
  return {
    rejections: typeof document?.rejections === 'number' ? document.rejections : 0,
    negotiations: listed.filter(isJsonObject) as unknown as Negotiation[],
  };
}

/** The document of a state. */
export function writeState({ rejections, negotiations }: SessionState): JsonObject {
  return { rejections, negotiations: negotiations.slice(-maxNegotiations) as unknown as JsonValue };
}

/** The state with this negotiation added or replaced. */
export function withNegotiation(state: SessionState, negotiation: Negotiation): SessionState {
  const others = state.negotiations.filter(({ id }) => id !== negotiation.id);
  return { ...state, negotiations: [...others, negotiation] };
}

/** The opened endpoints of a session. */
export function openedEndpoints({ negotiations }: SessionState): Negotiation[] {
  return negotiations.filter(({ state }) => state === 'opened');
}
