/** Deterministic AGIS documents of any size, with realistic services of several domains. */
import type { JsonObject, JsonValue } from '@dragoman/model';

interface Trade {
  verb: string;
  path: string;
  intent: string;
  outcome: string;
  capability: string;
  tier: string;
  parameters: readonly [name: string, schema: JsonObject][];
}

const text = (description: string): JsonObject => ({ type: 'string', description });

const trades: readonly Trade[] = [
  {
    verb: 'FIND',
    path: '/depot-location',
    intent: 'Finds depots near the place that the agent names',
    outcome: 'A list of depots with their distance is returned',
    capability: 'discovery',
    tier: 'informational',
    parameters: [
      ['place', text('Name of a place')],
      ['radius_km', { type: 'number', minimum: 0, description: 'How far away' }],
    ],
  },
  {
    verb: 'BOOK',
    path: '/treatment-room',
    intent: 'Books a treatment room on behalf of the requesting agent',
    outcome: 'A booking exists with status CONFIRMED',
    capability: 'transaction',
    tier: 'reversible',
    parameters: [
      ['room_id', text('Identifier of the room')],
      ['starts_at', { type: 'string', format: 'date-time', description: 'When it begins' }],
      ['minutes', { type: 'integer', minimum: 15, maximum: 480, description: 'How long' }],
    ],
  },
  {
    verb: 'CANCEL',
    path: '/freight-contract',
    intent: 'Cancels a freight contract that has not begun',
    outcome: 'The contract has status CANCELLED',
    capability: 'modification',
    tier: 'irreversible',
    parameters: [['contract_id', { type: 'string', pattern: '^FC-[0-9]{6}$', description: 'Number of the contract' }]],
  },
  {
    verb: 'SUMMARIZE',
    path: '/inspection-record',
    intent: 'Summarizes the inspection records of a machine for a given year',
    outcome: 'A summary with open defects is returned',
    capability: 'analysis',
    tier: 'informational',
    parameters: [
      ['machine_id', text('Identifier of the machine')],
      ['year', { type: 'integer', minimum: 1990, maximum: 2100, description: 'Year of the records' }],
    ],
  },
  {
    verb: 'NOTIFY',
    path: '/subscriber-group',
    intent: 'Notifies a group of subscribers of a change in the timetable',
    outcome: 'A message to the group is on record with status SENT',
    capability: 'notification',
    tier: 'irreversible',
    parameters: [
      ['group_id', text('Identifier of the group')],
      ['message', { type: 'string', maxLength: 500, description: 'What to tell them' }],
    ],
  },
];

/** A level 2 document with this many endpoints. */
export function makeAgisDocument(endpoints: number): JsonObject {
  const used = new Set<string>();
  const list = Array.from({ length: endpoints }, (_, at): JsonValue => {
    const trade = trades[at % trades.length] ?? trades[0];
    if (trade === undefined) return null;
    used.add(trade.verb);
    return makeEndpoint(trade, Math.floor(at / trades.length));
  });
  return {
    agis: '1.0',
    service: 'Bench Services',
    agtp: 'agtp://bench.example',
    description: 'Services of several trades',
    version: '1.0.0',
    endpoints: list,
    vocabulary: { declared_verbs: [...used], domain: 'logistics', namespace: 'bench' },
  };
}

function makeEndpoint({ verb, path, intent, outcome, capability, tier, parameters }: Trade, round: number): JsonObject {
  const changes = tier !== 'informational';
  return {
    method: verb,
    path: round === 0 ? path : `${path}/branch-${round}`,
    semantic: {
      intent,
      actor: 'agent',
      outcome,
      capability,
      confidence_guidance: changes ? 0.9 : 0.5,
      impact_tier: tier,
      is_idempotent: !changes,
      parameter_hints: Object.fromEntries(
        parameters.map(([name]) => [name, [`the ${name.replace('_', ' ')}`, 'that one']]),
      ),
      ...(changes ? { state_transition: { 'record.status': 'NONE -> DONE' } } : {}),
    },
    input: { type: 'object', properties: Object.fromEntries(parameters), required: parameters.map(([name]) => name) },
    output: {
      type: 'object',
      properties: { record_id: text('Identifier of the record'), status: { type: 'string', enum: ['DONE', 'OPEN'] } },
      required: ['record_id'],
    },
    errors: [
      { name: 'record_not_found', description: 'There is no such record' },
      { name: 'office_closed', description: 'Nobody is there to do it' },
    ],
  };
}
