/** An MCP server with prompts and resources, for the tests and pictures of the console. */
import type { JsonObject } from '@dragoman/model';
import { type HttpHost, startHttpHost } from '../http-host.js';
import { drawHarbor } from './png.js';
import { hostileTexts } from './sample-content.js';

const picture = drawHarbor().toString('base64');

const briefing = {
  name: 'briefing',
  title: 'Morning briefing',
  description: 'A briefing for the crew of a pier: weather, tides, arrivals.',
  arguments: [{ name: 'pier', description: 'The pier, such as north.', required: true }, { name: 'day' }],
};
const resources = [
  { uri: 'note://harbor/today', name: 'today', title: 'Notes of today', mimeType: 'text/plain', size: 17 },
  { uri: 'note://harbor/map', name: 'map', title: 'Map of the harbor', mimeType: 'image/png' },
  { uri: 'note://harbor/gone', name: 'gone' },
  ...Array.from({ length: 300 }, (_, at) => ({ uri: `note://berths/${at}`, name: `Berth ${at}` })),
];

/** The description of the server; hostile texts are titles and descriptions of prompts. */
export function describeNotes(origin: string, hostile: readonly string[] = []): JsonObject {
  const prompts = hostile.map((text, at) => ({
    name: `hostile_${at}`,
    title: text.slice(0, 400),
    description: text.slice(0, 9000),
  }));
  return {
    server: `${origin}/mcp`,
    tools: [],
    prompts: [briefing, ...prompts],
    resources,
    resourceTemplates: [{ uriTemplate: 'note://ships/{name}', name: 'ship', title: 'Notes on a ship' }],
  };
}

function answer(method: string, params: JsonObject): JsonObject {
  if (method === 'server/discover') return { supportedVersions: ['2026-07-28'], capabilities: {} };
  if (method === 'prompts/get') {
    const text =
      params.name === 'briefing' ? `Brief the crew: ${JSON.stringify(params.arguments)}` : hostileTexts.join('\n');
    const image = { role: 'assistant', content: { type: 'image', mimeType: 'image/png', data: picture } };
    return { messages: [{ role: 'user', content: { type: 'text', text } }, image] };
  }
  const uri = String(params.uri);
  const isMap = uri.endsWith('/map');
  const body = isMap ? { mimeType: 'image/png', blob: picture } : { mimeType: 'text/plain', text: `Read ${uri}` };
  return { contents: [{ uri, ...body }] };
}

/** A running server. */
export interface NotesHost {
  host: HttpHost;
  /** Method and parameters of every request. */
  asked: JsonObject[];
}

/** Starts the server on loopback. */
export async function startNotes(): Promise<NotesHost> {
  const asked: JsonObject[] = [];
  const host = await startHttpHost(async (_, { body }) => {
    const request = JSON.parse(String(body)) as { id?: number; method: string; params?: JsonObject };
    const { id = null, method, params = {} } = request;
    asked.push({ method, ...params });
    if (params.uri === 'note://harbor/gone') {
      return Response.json({ jsonrpc: '2.0', id, error: { code: -32602, message: '<b>No such note</b>' } });
    }
    return Response.json({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...answer(method, params) } });
  });
  return { host, asked };
}
