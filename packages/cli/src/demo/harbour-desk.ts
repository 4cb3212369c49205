/** The well-built demo service: precise schemas, typed errors, idempotency keys, and declared impact. */
import type { JsonObject } from '@dragoman/model';
import { checkShape } from '@dragoman/sdk';
import type { ReceivedRequest, Reply, ServiceDefinition } from './upstream.js';
import { problem } from './upstream.js';

const text = (description: string) => ({ type: 'string', minLength: 1, maxLength: 100, description });
const object = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const operations = [
  {
    name: 'forecast',
    description: 'Forecasts the wind at a pier, in knots.',
    impact: 'informational',
    idempotent: true,
    batch: true,
    inputs: object({ pier: text('Name of the pier.'), hours: { type: 'integer', minimum: 0, maximum: 72 } }, ['pier']),
    outputs: object({ pier: text('The pier.'), knots: { type: 'number' }, loading: { type: 'boolean' } }),
  },
  {
    name: 'book_berth',
    description: 'Books a berth for a vessel; a booking can be changed until the day before.',
    impact: 'reversible',
    idempotency_key: true,
    inputs: object({ vessel: text('Name of the vessel.'), nights: { type: 'integer', minimum: 1, maximum: 30 } }),
    outputs: object({ booking: text('Number of the booking.'), vessel: text('The vessel.') }),
  },
  {
    name: 'cancel_booking',
    description: 'Cancels a booking permanently; the berth is given to the next in line.',
    impact: 'irreversible',
    inputs: object({ booking: text('Number of the booking.') }),
    outputs: object({ cancelled: text('Number of the booking.') }),
  },
  {
    name: 'log_of_day',
    description: 'Reads the harbour log of today, entry by entry.',
    impact: 'informational',
    idempotent: true,
    inputs: object({ pier: text('Name of the pier.') }),
    outputs: { type: 'object' },
  },
] as const;

/** Creates the service; each instance has its own bookings. */
export function createHarbourDesk(): ServiceDefinition {
  const bookings = new Map<string, string>();
  const byKey = new Map<string, Reply>();
  const handlers: Record<string, (received: ReceivedRequest) => Reply> = {
    forecast: ({ input }) => forecast(input),
    book_berth: (received) => once(byKey, received, () => book(bookings, received.input)),
    cancel_booking: ({ input }) => cancel(bookings, input),
    log_of_day: ({ input: { pier } }) => ({
      events: [
        { at: '06:10', pier, entry: 'Fog' },
        { at: '08:40', pier, entry: 'Two vessels in' },
      ],
    }),
  };
  return {
    describe: (endpoint) => ({
      id: 'harbour-desk',
      name: 'Harbour Desk',
      description: 'Forecasts whether it is too windy to load containers at a pier, and books and cancels berths.',
      version: '1.0.0',
      publisher: 'Northquay Harbour Office',
      capabilities: ['weather_forecast', 'berth_booking'],
      tags: ['harbour', 'wind'],
      endpoint,
      operations: structuredClone(operations) as never,
    }),
    handle: (received) =>
      refuse(received) ?? handlers[received.operation]?.(received) ?? problem(500, 'AgentError', 'Bug.'),
  };
}

/** Rejects a request that violates the schemas of the service. */
function refuse({ operation: name, input }: ReceivedRequest): Reply | undefined {
  const operation = operations.find((each) => each.name === name);
  if (operation === undefined) {
    return problem(400, 'InvalidInput', `Name one of ${operations.map((each) => each.name).join(', ')}.`);
  }
  const { problems } = checkShape(operation.inputs, input);
  if (problems.length === 0) return undefined;
  return problem(400, 'InvalidInput', problems.map(({ field, detail }) => `${field} ${detail}`).join('; '));
}

/** The same pier and hour always have the same wind, so that the demo is repeatable. */
function forecast({ pier, hours = 0 }: JsonObject): Reply {
  const seed = [...String(pier)].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), Number(hours));
  const knots = 8 + (seed % 29);
  return { body: { pier, knots, loading: knots < 28 } };
}

function book(bookings: Map<string, string>, { vessel }: JsonObject): Reply {
  const booking = `B-${1001 + bookings.size}`;
  bookings.set(booking, String(vessel));
  return { status: 201, body: { booking, vessel } };
}

function cancel(bookings: Map<string, string>, { booking }: JsonObject): Reply {
  if (!bookings.delete(String(booking))) return problem(404, 'NotFound', `There is no booking ${String(booking)}.`);
  return { body: { cancelled: booking } };
}

/** A known idempotency key gets the stored response. */
function once(byKey: Map<string, Reply>, { headers }: ReceivedRequest, work: () => Reply): Reply {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return work();
  const reply = byKey.get(key) ?? work();
  byKey.set(key, reply);
  return reply;
}
