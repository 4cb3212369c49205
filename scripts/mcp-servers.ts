/**
 * Adds real MCP servers from the npm registry to a gateway and compares what each of them offers with what each protocol of
 * the gateway shows. Prints the table; `--write` writes docs/reference/mcp-servers.md. Nothing of these servers is called.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startGatewayServer } from '../tests/e2e/gateway-server.js';
import { countFaces } from './mcp-servers/count-faces.js';
import { installServers, placeholders, realServers } from './mcp-servers/real-servers.js';
import type { ServerRow } from './mcp-servers/write-page.js';
import { writePage } from './mcp-servers/write-page.js';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const commands = await installServers();
Object.assign(process.env, placeholders);
const gateway = await startGatewayServer({
  'mcp.stdio': realServers.map(({ id }, at) => ({
    name: id,
    command: process.execPath,
    args: commands[at]?.args ?? [],
    environment: Object.keys(placeholders),
  })),
});
const rows: ServerRow[] = [];
for (const [at, { id, name }] of realServers.entries()) {
  const version = commands[at]?.version ?? '';
  try {
    rows.push({ name, version, counts: await countFaces(gateway, { id, args: commands[at]?.args ?? [] }) });
  } catch (error) {
    rows.push({ name, version, failed: error instanceof Error ? error.message : String(error) });
  }
  console.log(JSON.stringify(rows.at(-1)));
}
const today = new Date().toISOString().slice(0, 10);
if (values.write) await writeFile(new URL('../docs/reference/mcp-servers.md', import.meta.url), writePage(rows, today));
await gateway.server.close();
const wrong = rows.filter(({ counts }) =>
  counts?.some(({ server, faces }) => Object.values(faces).some((each) => each !== undefined && each !== server)),
);
console.log(
  `${rows.length} servers, ${rows.filter(({ failed }) => failed !== undefined).length} did not start, ${wrong.length} with differences`,
);
process.exit(0);
