/** A service with a webhook and a subscription to it, for the examples of their routes. */
import type { DragomanServer } from '../create-server.js';

const responses = { '200': { description: 'OK' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Harbour desk', version: '1' },
  servers: [{ url: 'https://a.example' }],
  paths: { '/berths': { get: { operationId: 'berths_list', responses } } },
  webhooks: { 'berth.freed': { post: { responses } } },
};

/** Registers the service and subscribes to it; returns the id of the subscription. */
export async function makeSubscription(own: DragomanServer, origin: string): Promise<Record<string, string>> {
  const post = (path: string, body: object) =>
    own.fetch(
      new Request(`${origin}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    );
  await post('/imports', { items: [{ document, curation: { id: 'harbour-desk' } }] });
  const answer = await post('/webhook-subscriptions', { agent: 'harbour-desk' });
  return { id: ((await answer.json()) as { id: string }).id };
}
