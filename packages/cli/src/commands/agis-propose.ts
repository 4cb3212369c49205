/** `dragoman agis propose`: proposes an endpoint that a service does not publish, and calls it once it is open. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgisAgent, Negotiated, Proposal } from '@dragoman/sdk/agis';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readOrRefuse, readValue } from '../files/read-documents.js';
import { readInput } from '../files/read-input.js';
import { createCommandAgent, serviceAddress } from '../registry/agis-agent.js';
import { line } from '../terminal/paint.js';

/** Negotiates an endpoint. */
export const agisPropose: Command = {
  name: 'agis propose',
  summary: 'Propose an endpoint that an AGIS service does not publish',
  details:
    'The file contains one endpoint: method, path, semantic, input, output, errors. It is proposed for a class of the ' +
    'data manifest of the service. Endpoints that the service already publishes, and data that it does not hold, are ' +
    'rejected before anything is sent. The opened ' +
    'endpoint goes to standard output and belongs to the session that --session names. --call calls it immediately. Exit code 1 ' +
    'when the service rejects the proposal, requires a credential, or has not decided yet.',
  arguments: [
    {
      name: 'service',
      required: true,
      multiple: false,
      description: 'URL of an AGIS service, or id of a service in the registry',
    },
    { name: 'class', required: true, multiple: false, description: 'Class of its data manifest' },
    { name: 'file', required: true, multiple: false, description: 'The endpoint, in JSON or YAML, or "-"' },
  ],
  options: [
    { name: 'session', value: 'id', description: 'Session of the endpoint (default: a new one)' },
    { name: 'persistent', description: 'Keep the endpoint after the session; only for the owner of the service' },
    { name: 'negotiation', value: 'id', description: 'Continue a proposal that waits for a decision' },
    { name: 'call', description: 'Call the opened endpoint immediately' },
    { name: 'input', short: 'i', value: 'name=value', multiple: true, description: 'With --call: an input' },
  ],
  examples: [
    {
      line: 'dragoman agis propose tarn-freight depot-location find-depots.yaml',
      explanation: 'Propose; the response is the endpoint',
    },
    {
      line: 'dragoman agis propose tarn-freight depot-location find-depots.yaml --call -i town=Leeds',
      explanation: 'Propose, then call the opened endpoint',
    },
  ],
  async run(context) {
    const { args, options, runtime } = context;
    const [service = '', dataClass = '', path = ''] = args;
    if (options.texts('input').length > 0 && !options.flag('call')) throw new UsageError('--input needs --call');
    const proposal = {
      dataClass,
      endpoint: await readEndpoint(context, path),
      sessionId: options.text('session') ?? runtime.newId(),
      persistence: options.flag('persistent') ? ('persistent' as const) : ('session' as const),
    };
    const agent = await createCommandAgent(context);
    const { signal } = runtime;
    const met = await agent.discover(serviceAddress(context, service), { signal });
    const negotiationId = options.text('negotiation');
    const more = negotiationId === undefined ? {} : { negotiationId };
    const negotiated = await agent.propose(met, proposal, { signal, ...more });
    if (negotiated.outcome !== 'instantiated') return printRefusal(context, negotiated);
    return printEndpoint(context, agent, { negotiated, proposal });
  },
};

async function readEndpoint({ runtime }: CommandContext, path: string): Promise<JsonObject> {
  const value = await readOrRefuse(path, () => readValue(runtime, path));
  if (isJsonObject(value)) return value as JsonObject;
  throw new UsageError(`${path}: expected an object with method, path, semantic, input, output and errors`);
}

type Refused = Exclude<Negotiated, { outcome: 'instantiated' }>;

function printRefusal({ print }: CommandContext, refused: Refused): 1 {
  if (print.json) print.value(refused);
  else for (const text of messagesFor(refused)) print.note(line`${text}`);
  return 1;
}

function messagesFor(refused: Refused): string[] {
  if (refused.outcome === 'authorization')
    return [`The service requires a credential or a grant. ${refused.detail}`, `negotiation: ${refused.negotiationId}`];
  if (refused.outcome === 'pending')
    return ['The service has not decided yet; ask again with --negotiation.', `negotiation: ${refused.negotiationId}`];
  const { reason, alternatives, turnsLeft } = refused;
  return [
    `Rejected: ${reason}`,
    ...(alternatives.length === 0 ? [] : [`Alternative classes: ${alternatives.join(', ')}`]),
    `Attempts left: ${turnsLeft}`,
  ];
}

interface Opened {
  negotiated: Extract<Negotiated, { outcome: 'instantiated' }>;
  proposal: Proposal;
}

async function printEndpoint(
  context: CommandContext,
  agent: AgisAgent,
  { negotiated, proposal: { sessionId } }: Opened,
): Promise<0 | 1> {
  const { print, options, runtime } = context;
  const { definition, negotiationId, endpoint } = negotiated;
  const opened = { session_id: sessionId, negotiation_id: negotiationId, endpoint: definition };
  if (!options.flag('call')) {
    print.value(print.json ? opened : definition);
    if (!print.json) print.note(line`opened in session ${print.noteColor.name(sessionId)}`);
    return 0;
  }
  const input = await readInput(runtime, options.texts('input'), endpoint.input);
  if (!isJsonObject(input)) throw new UsageError('--input must give an object');
  // A person who types the call is certain; irreversible endpoints are never opened by negotiation.
  const answer = await agent.call(endpoint, input as JsonObject, { confidence: 1, signal: runtime.signal });
  print.value(print.json ? { ...opened, answer } : answer.output);
  return answer.asDeclared ? 0 : 1;
}
