/** Whether agents do what they say: their own examples, tried by the registry. */
import { objectWith } from './read-object.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** What came of an agent's examples. */
export interface AgentVerification {
  id: string;
  /** Some examples were tried, and all of them fit. */
  verified: boolean;
  /** RFC 3339; absent when they never were tried. */
  at?: string;
  by?: string;
  examples: {
    operation: string;
    example: number;
    verdict: 'fits' | 'fails' | 'untried';
    detail?: string;
  }[];
}

/** The calls on verification. */
export interface VerificationCalls {
  /** The last verdicts on an agent's examples. */
  verification(id: string, options?: CallOptions): Promise<AgentVerification>;
  /** Has them tried now, and the agent marked by what comes of it; for administrators. */
  verify(id: string, options?: CallOptions): Promise<AgentVerification>;
  /** Takes the mark away; for administrators. */
  withdrawVerification(id: string, options?: CallOptions): Promise<void>;
}

/** Makes the calls over a transport. */
export function createVerificationCalls(transport: Transport): VerificationCalls {
  const to = (id: string) => ['agents', id, 'verification'];
  const read = (answer: Incoming) =>
    objectWith<AgentVerification>(answer, 'verification', { id: 'string', examples: 'list' });
  return {
    verification: async (id, options = {}) =>
      read(await transport.send({ ...options, method: 'GET', to: to(id), repeatable: true })),
    verify: async (id, options = {}) =>
      read(await transport.send({ ...options, method: 'POST', to: to(id), repeatable: true })),
    async withdrawVerification(id, options = {}) {
      await transport.send({ ...options, method: 'DELETE', to: to(id), repeatable: true });
    },
  };
}
