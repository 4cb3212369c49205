/** Verification of services by their own examples, executed by the registry. */
import type { ExampleVerdict } from '@dragoman/model';
import { objectWith } from './read-object.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** The result of a service's examples. */
export interface AgentVerification {
  id: string;
  /** Some examples were executed, and all of them matched. */
  verified: boolean;
  /** RFC 3339; absent when they were never executed. */
  at?: string;
  by?: string;
  examples: ExampleVerdict[];
}

/** Calls for verification. */
export interface VerificationCalls {
  /** The last results of a service's examples. */
  verification(id: string, options?: CallOptions): Promise<AgentVerification>;
  /** Executes them now and marks the service accordingly; for administrators. */
  verify(id: string, options?: CallOptions): Promise<AgentVerification>;
  /** Removes the mark; for administrators. */
  withdrawVerification(id: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls over a transport. */
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
