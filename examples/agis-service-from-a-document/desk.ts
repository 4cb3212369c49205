/** The upstream: a lending desk in twenty lines that uses a single AGIS header. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running desk. */
export interface Desk {
  address: string;
  close(): Promise<void>;
}

/** Starts the desk; for loan L-13 it reports success without renewing. */
export async function startDesk(): Promise<Desk> {
  const server = createServer((request, response) => {
    const renews = request.headers['x-agis-method'] === 'RENEW';
    const status = request.url === '/loan/L-13' ? 'ACTIVE' : 'RENEWED';
    response.writeHead(renews ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(renews ? { status, due_date: '2026-12-24' } : { error: 'not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
