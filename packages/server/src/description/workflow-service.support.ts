/** A published workflow, for the examples of its routes. */
import type { DragomanServer } from '../create-server.js';

const workflowSample = { id: 'wind-check' };

/** Publishes the workflow of the description's own example. */
async function makeWorkflow(own: DragomanServer, origin: string): Promise<typeof workflowSample> {
  const path = '/agents/{id}/arazzo.json';
  const api = (await (await own.fetch(new Request(`${origin}/openapi.json`))).json()) as {
    paths: Record<
      string,
      { put: { requestBody: { content: Record<string, { examples: Record<string, { value: unknown }> }> } } }
    >;
  };
  const examples = api.paths[path]?.put.requestBody.content['application/json']?.examples ?? {};
  const body = JSON.stringify(Object.values(examples)[0]?.value);
  const headers = { 'content-type': 'application/json' };
  const address = `${origin}${path.replace('{id}', workflowSample.id)}`;
  await own.fetch(new Request(address, { method: 'PUT', headers, body }));
  return workflowSample;
}

/** What the examples of the routes of workflows need, and the values of their paths. */
export function workflowPreparations(origin: string) {
  return {
    agents_arazzo_replace: async () => workflowSample,
    agents_arazzo_read: (own: DragomanServer) => makeWorkflow(own, origin),
  };
}
