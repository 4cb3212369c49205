/** Two harbour services on free ports that record their calls. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The running services. */
export interface Harbour {
  /** Documents to register, one for each service. */
  documents: Record<string, unknown>[];
  /** Host and port, for the upstream allow list. */
  address: string;
  /** Operations that were called, oldest first. */
  asked: string[];
  close(): Promise<void>;
}

const text = (description: string) => ({ type: 'string', description });
const schema = (members: Record<string, string>) => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([name, words]) => [name, text(words)])),
  required: Object.keys(members),
});

const answers: Record<string, unknown> = {
  tide: { high_water: '06:12' },
  free: { berth: 'B7' },
  book: { booking_no: 'HB-4711' },
};

/** Starts the services. */
export async function startHarbour(): Promise<Harbour> {
  const asked: string[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const operation = (JSON.parse(body) as { operation?: string }).operation ?? 'tide';
    asked.push(operation);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[operation]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const common = { version: '1.0.0', publisher: 'Harbour', endpoint: `http://${address}/` };
  return {
    address,
    asked,
    documents: [
      {
        ...common,
        id: 'tide-office',
        name: 'Tide office',
        description: 'Reports the tides.',
        capabilities: ['tides'],
        inputs: schema({ harbour: 'Name of the harbour.' }),
        outputs: schema({ high_water: 'Time of high water.' }),
      },
      {
        ...common,
        id: 'berth-office',
        name: 'Berth office',
        description: 'Assigns berths to ships.',
        capabilities: ['berths'],
        operations: [
          {
            name: 'free',
            description: 'Finds a free berth at a pier.',
            inputs: schema({ pier: 'Name of the pier.' }),
            outputs: schema({ berth: 'Number of the berth.' }),
          },
          {
            name: 'book',
            description: 'Books a berth for a ship.',
            inputs: schema({ ship: 'Name of the ship.', berth: 'Number of the berth.' }),
            outputs: schema({ booking_no: 'Number of the booking.' }),
          },
        ],
      },
    ],
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}
