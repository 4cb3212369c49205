/** Counts tools, resources, templates and prompts of one server: directly, and in each protocol of the gateway. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { GatewayServer } from '../../tests/e2e/gateway-server.js';
import { placeholders } from './real-servers.js';

/** The kinds that are counted. */
export const kinds = ['tools', 'resources', 'templates', 'prompts'] as const;

/** The number of one kind at the server and by face; undefined where a protocol has no such thing. */
export interface KindCount {
  kind: (typeof kinds)[number];
  server: number;
  faces: Record<string, number | undefined>;
}

type Counts = Record<(typeof kinds)[number], number>;

/** Tools that the gateway adds to every list. */
const ownTools = ['read_result', 'confirm_call'];

async function countIn(client: Client): Promise<Counts> {
  const has = client.getServerCapabilities() ?? {};
  const { tools } = has.tools === undefined ? { tools: [] } : await client.listTools();
  const { resources } = has.resources === undefined ? { resources: [] } : await client.listResources();
  const { resourceTemplates } =
    has.resources === undefined ? { resourceTemplates: [] } : await client.listResourceTemplates();
  const { prompts } = has.prompts === undefined ? { prompts: [] } : await client.listPrompts();
  return {
    tools: tools.filter(({ name }) => !ownTools.includes(name)).length,
    resources: resources.length,
    templates: resourceTemplates.length,
    prompts: prompts.length,
  };
}

async function countDirectly(args: readonly string[]): Promise<Counts> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: { form: {}, url: {} }, sampling: {} } },
  );
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...args],
      stderr: 'ignore',
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...placeholders },
    }),
  );
  try {
    return await countIn(client);
  } finally {
    await client.close();
  }
}

/** Counts the entries under each heading of `llms.txt`; a resource with a name in braces is a template. */
function countInText(text: string): Counts {
  const section = (heading: string) => new RegExp(`^## ${heading}\\n(.*?)(?=^## |(?![^]))`, 'ms').exec(text)?.[1] ?? '';
  const entries = (heading: string) => [...section(heading).matchAll(/^- `([^`]+)`/gm)].map(([, name = '']) => name);
  const resources = entries('Resources');
  const templates = resources.filter((uri) => uri.includes('{')).length;
  return {
    tools: entries('Operations').length,
    resources: resources.length - templates,
    templates,
    prompts: entries('Prompts').length,
  };
}

/** Adds the server and counts. */
export async function countFaces(
  gateway: GatewayServer,
  { id, args }: { id: string; args: readonly string[] },
): Promise<KindCount[]> {
  const server = await countDirectly(args);
  const { json } = await gateway.ask('POST', '/imports', { items: [{ url: `stdio:${id}` }] });
  const [added] = json.results as { id?: string; error?: { detail?: string } }[];
  if (added?.id === undefined) throw new Error(JSON.stringify(added).slice(0, 300));
  const path = `/agents/${added.id}`;
  const faces: Record<string, Partial<Counts>> = {};
  for (const [revision, negotiation] of generations) {
    const client = await connectMcp(`${gateway.url}${path}/mcp`, { negotiation });
    faces[`MCP ${revision}`] = await countIn(client);
    await client.close();
  }
  const read = async (place: string) => JSON.parse((await gateway.ask('GET', place)).text) as unknown;
  const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);
  const entry = (await read(path)) as Record<string, unknown>;
  faces['REST (AIDIP)'] = {
    tools: lengthOf(entry.operations),
    resources: lengthOf(entry.resources),
    templates: lengthOf(entry.resource_templates),
    prompts: lengthOf(entry.prompts),
  };
  const listed = (await read(`${path}/tools?pageLimit=100`)) as Record<string, unknown> | unknown[];
  faces['N-ACT'] = { tools: lengthOf(Array.isArray(listed) ? listed : Object.values(listed).find(Array.isArray)) };
  const card = (await read(`${path}/.well-known/agent-card.json`)) as Record<string, unknown>;
  faces.A2A = { tools: lengthOf(card.skills) };
  const agis = (await gateway.ask('GET', `${path}/agis`, undefined, { accept: 'application/json' })).json;
  faces.AGIS = { tools: lengthOf(agis.endpoints) };
  const openapi = (await read(`${path}/openapi.json`)) as { paths?: Record<string, unknown> };
  faces.OpenAPI = { tools: Object.keys(openapi.paths ?? {}).length };
  faces['llms.txt'] = countInText((await gateway.ask('GET', `${path}/llms.txt`)).text);
  return kinds.map((kind) => ({
    kind,
    server: server[kind],
    faces: Object.fromEntries(Object.entries(faces).map(([face, counts]) => [face, counts[kind]])),
  }));
}
