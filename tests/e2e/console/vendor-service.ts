/** A vendor of three tools who publishes a second version: one breaking change, one addition, one new text. */
import type { JsonObject } from '@dragoman/model';
import type { Client } from '@dragoman/sdk';

/** Answers every request of the vendor with what it received. */
export async function answerVendor(url: string, init: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(url);
  return Response.json({ path: pathname, query: Object.fromEntries(searchParams), method: init.method });
}

/** The vendor's description in its first or second version. */
export function describeVendor(origin: string, version: 1 | 2): JsonObject {
  const next = version === 2;
  const query = (name: string, required = false, description = `The ${name}.`) => ({
    name,
    in: 'query',
    required,
    description,
    schema: { type: 'string' },
  });
  const responses = {
    '200': { description: 'Answer', content: { 'application/json': { schema: { type: 'object' } } } },
  };
  const body = {
    type: 'object',
    required: ['ship', ...(next ? ['flag'] : [])],
    properties: {
      ship: { type: 'string', description: 'Name of the ship.' },
      flag: { type: 'string', description: 'Country of the ship.' },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Quay', version: String(version), description: 'Berths of the quay.' },
    servers: [{ url: origin }],
    paths: {
      '/berths': {
        post: {
          operationId: 'book_berth',
          summary: 'Book a berth',
          description: 'Books a berth for a ship.',
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
          responses,
        },
      },
      '/ships': {
        get: {
          operationId: 'find_ship',
          summary: 'Find a ship',
          description: 'Finds a ship by its name.',
          parameters: [query('name', true), ...(next ? [query('port')] : [])],
          responses,
        },
      },
      '/piers': {
        get: {
          operationId: 'list_piers',
          summary: 'List the piers',
          description: next ? 'Lists the piers with their free berths.' : 'Lists the piers and free berths.',
          parameters: [query('side')],
          responses,
        },
      },
    },
  };
}

/** Stores a version of the vendor's description. */
export async function publishVendor(client: Client, origin: string, version: 1 | 2): Promise<void> {
  await client.imports.create([{ text: JSON.stringify(describeVendor(origin, version)), curation: { id: 'quay' } }]);
}

/** A toolset of the three tools, a procedure that mentions two of them, a team, and an example for each of two. */
export async function designOnVendor(client: Client): Promise<void> {
  const choice = (tool: string) => ({ agent_id: 'quay', tool });
  const tools = ['book_berth', 'find_ship', 'list_piers'].map(choice);
  await client.toolsets.create({ id: 'quay-desk', name: 'Quay desk', tools });
  await client.procedures.create('quay-desk', {
    id: 'arrivals',
    name: 'Arrivals',
    description: 'Gives a berth to a ship that arrives.',
    text: '# Arrivals\n\n1. Call `find_ship(name)`.\n2. Call `book_berth(ship)` with the name of the ship.\n',
    state: 'ready',
  });
  await client.teams.create({
    id: 'harbor-team',
    name: 'Harbor team',
    entry: 'desk',
    members: [{ name: 'desk', when: 'A ship arrives.', toolsets: ['quay-desk'], procedures: ['arrivals'] }],
  });
  const example = { kind: 'example', agent: 'quay' } as const;
  await client.saved.create({
    ...example,
    operation: 'book_berth',
    name: 'Aurora arrives',
    arguments: { ship: 'Aurora' },
  });
  await client.saved.create({
    ...example,
    operation: 'find_ship',
    name: 'Find Aurora',
    arguments: { name: 'Aurora' },
  });
}
