/** Ten thousand tools: a thousand synthetic services with ten operations each, deterministic. */
import type { JsonObject } from '@dragoman/model';
import { createRandom } from '../measure.js';
import { openRegistry, registerAll, toDocument } from '../registration.js';
import { makeSyntheticEntries } from '../synthetic.js';

const operationsEach = 10;
const subjects = ['orders', 'rates', 'parcels', 'routes', 'claims', 'slots', 'cranes', 'permits', 'crews', 'berths'];

/** Fills a new store with services that offer this many tools in total. */
export async function fillWithTools(path: string, count: number): Promise<void> {
  const registry = await openRegistry(path);
  const random = createRandom(11);
  const documents = makeSyntheticEntries(count / operationsEach).map((entry, number) => ({
    ...toDocument(entry, number),
    operations: subjects.map((subject) => makeOperation(subject, Math.floor(random() * 3))),
  }));
  await registerAll(registry, documents, 64);
  await registry.close();
}

function makeOperation(subject: string, more: number): JsonObject {
  const properties: JsonObject = {
    port: { type: 'string', maxLength: 60, description: 'Port of discharge, for example Rotterdam.' },
    kind: { type: 'string', enum: ['standard', 'express', 'bulk'], description: 'How it travels.' },
    days: { type: 'integer', minimum: 1, maximum: 90, description: 'How many days to look ahead.' },
  };
  for (let extra = 0; extra < more; extra += 1)
    properties[`flag_${extra}`] = { type: 'boolean', description: 'Narrows the answer.' };
  return {
    name: `find_${subject}_by_port`,
    description: `Finds the ${subject} of one port. Use it when somebody names a port and asks for ${subject}.`,
    inputs: { type: 'object', properties, required: ['port', 'kind'], additionalProperties: false },
    outputs: {
      type: 'object',
      properties: {
        count: { type: 'integer', description: 'How many were found.' },
        summary: { type: 'string', description: 'A sentence on them.' },
      },
      required: ['count', 'summary'],
    },
  };
}
