/** Test setup: two vendors with a tool of the same name, and a designer who chooses from both. */
import type { JsonObject, ToolSignature } from '@dragoman/model';
import type { Ask } from '../server.support.js';
import { start } from '../tools.support.js';

/** An input of a sample tool. */
export const parameter = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  name: id,
  type: 'string',
  description: `The ${id}.`,
  ...more,
});

/** A signature as published by a vendor. */
export const vendorTool = (place: number, name: string, change: JsonObject = {}): JsonObject => ({
  toolId: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  name,
  description: `Does ${name}.`,
  version: 1,
  currentVersion: 1,
  tags: ['delivery'],
  input_parameters: [parameter('parcel')],
  output_parameters: [parameter('status')],
  ...change,
});

/** The tool list of a vendor. */
export const vendorList = (vendor: string, items: JsonObject[]): JsonObject => ({
  name: vendor,
  root: `https://${vendor}.example/v1`,
  items,
  paging: { pageLimit: 20, next: null },
});

/** A tool of a toolset in a response. */
export interface ShownTool extends JsonObject {
  tool_id: string;
  name: string;
  version: number;
  served_version: number;
  description: string;
  vendor_description: string;
  choice: JsonObject;
}

/** A toolset in a response. */
export interface ShownToolset {
  id: string;
  version: number;
  tools: ShownTool[];
}

/** Starts a server with two vendors that both have a tool `check_status`, and helpers to call it. */
export async function startDesignServer() {
  const server = await start(({ body }) => ({
    body: {
      output_parameters: [{ name: 'status', value: `sent ${JSON.stringify(body)}` }],
    },
  }));
  const importList = async (document: JsonObject) => {
    const answer = await server.ask('POST', '/imports', { body: { items: [{ document }] } });
    const { results } = (await answer.json()) as { results: { id: string; outcome: string; error?: unknown }[] };
    const [result] = results;
    if (result === undefined || result.outcome === 'failed') throw new Error(JSON.stringify(results));
    return result.id;
  };
  const linden = await importList(vendorList('linden', [vendorTool(1, 'check_status'), vendorTool(2, 'order_refill')]));
  const northquay = await importList(vendorList('northquay', [vendorTool(3, 'check_status')]));
  const json = async <T = JsonObject>(method: string, path: string, more: Ask = {}) => {
    const answer = await server.ask(method, path, more);
    return {
      status: answer.status,
      headers: answer.headers,
      body: (answer.status === 204 ? {} : await answer.json()) as T,
    };
  };
  const make = async (body: JsonObject, more: Ask = {}) => {
    const made = await json<ShownToolset>('POST', '/toolsets', { body, ...more });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body;
  };
  const list = async (id: string, more: Ask = {}) =>
    (await json<{ items: ToolSignature[] }>('GET', `/toolsets/${id}/tools`, more)).body.items;
  return { ...server, importList, linden, northquay, json, make, list };
}
