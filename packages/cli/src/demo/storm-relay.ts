/** The demo service that fails by script, to show how the gateway reacts. */
import type { Reply, ServiceDefinition } from './upstream.js';
import { problem } from './upstream.js';

/** One step of the script. */
export type ScriptStep = 'busy' | 'cut' | 'answer';

/** Responses to the first requests of each operation; later requests all succeed. */
export type Script = Readonly<Record<string, readonly ScriptStep[]>>;

/** The demo: a relay that succeeds after retries, and a notice with an unknown outcome. */
export const stormScript: Script = { relay: ['busy', 'cut'], send_notice: ['cut'] };

const turns: Readonly<Record<Exclude<ScriptStep, 'answer'>, Reply>> = {
  busy: problem(503, 'AgentUnavailable', 'The line is down for a moment.', { 'retry-after': '1' }),
  cut: { cut: true },
};

const inputs = {
  type: 'object',
  properties: { message: { type: 'string', minLength: 1, maxLength: 500 } },
  required: ['message'],
  additionalProperties: false,
};
const outputs = { type: 'object', properties: { relayed: { type: 'string' } }, required: ['relayed'] };

/** Creates the service; each instance starts the script from the beginning. */
export function createStormRelay(script: Script = stormScript): ServiceDefinition {
  const seen = new Map<string, number>();
  return {
    describe: (endpoint) => ({
      id: 'storm-relay',
      name: 'Storm Relay',
      description: 'Relays messages to vessels at sea, and sends storm notices to all of them.',
      capabilities: ['message_relay'],
      tags: ['harbour', 'radio'],
      endpoint,
      operations: [
        {
          name: 'relay',
          description: 'Relays a message; relaying it twice does no harm.',
          impact: 'reversible',
          idempotent: true,
          inputs,
          outputs,
        },
        {
          name: 'send_notice',
          description: 'Sends a notice to every vessel; each call sends another one.',
          impact: 'reversible',
          idempotent: false,
          inputs,
          outputs,
        },
      ],
    }),
    handle({ operation, input: { message = null } }) {
      const turn = seen.get(operation) ?? 0;
      seen.set(operation, turn + 1);
      const next = script[operation]?.[turn] ?? 'answer';
      return next === 'answer' ? { body: { relayed: message } } : turns[next];
    },
  };
}
