/** One contestant of the import bench in a separate process: reads a document several times and prints the cost. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const [, , name, file, rounds] = process.argv;
const bytes = file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file);

const contestants = {
  /** Parse, read, and check every schema: everything that an import does before the store. */
  async dragoman() {
    const { parseDescription } = await import('@dragoman/documents');
    const { readOpenApi } = await import('@dragoman/core/conversion');
    const context = {
      at: '2026-01-01T00:00:00.000Z',
      strict: false,
      ownOrigins: [],
      uri: 'https://docs.example/openapi',
    };
    return async () => readOpenApi(parseDescription(bytes), context).value?.operations.length ?? 0;
  },
  /** The complete import, like `dragoman add`: parse, send to a listening server, read, check, store in SQLite, index. */
  async whole() {
    const { parseDescription } = await import('@dragoman/documents');
    const { createServer, loadConfig } = await import('@dragoman/server');
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const flags = { port: 0, 'store.path': join(folder, 'registry.db'), 'log.level': 'silent' };
    const server = await createServer(loadConfig({ cwd: folder, environment: {}, flags }));
    const { url } = await server.listen();
    let round = 0;
    const run = async () => {
      round += 1;
      const item = { document: parseDescription(bytes), curation: { id: `round-${round}` } };
      const response = await fetch(`${url}/imports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ items: [item] }),
      });
      const [{ outcome, operations }] = (await response.json()).results;
      if (outcome !== 'created') throw new Error(`The import ended as ${outcome}.`);
      return operations;
    };
    return Object.assign(run, { close: () => server.close() });
  },
  /** Parse and dereference. */
  async 'swagger-parser'() {
    const { default: parser } = await import('@apidevtools/swagger-parser');
    const { parse } = await import('yaml');
    const text = bytes.toString();
    return async () => {
      const document = text.startsWith('{') ? JSON.parse(text) : parse(text);
      return count(await parser.dereference(document, { dereference: { circular: 'ignore' } }));
    };
  },
  /** Parse and bundle; references are resolved and kept. */
  async redocly() {
    const { bundleFromString, createConfig } = await import('@redocly/openapi-core');
    const config = await createConfig({});
    const text = bytes.toString();
    const absoluteRef = text.startsWith('{') ? 'openapi.json' : 'openapi.yaml';
    return async () => {
      const { bundle } = await bundleFromString({ source: text, absoluteRef, config });
      return count(bundle.parsed);
    };
  },
};

function count({ paths = {} }) {
  const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
  return Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => methods.has(key))).length;
}

const run = await contestants[name]();
const times = [];
let cpuMs = 0;
let operations = 0;
let peakMb = 0;
for (let round = 0; round < Number(rounds); round += 1) {
  const started = performance.now();
  const before = process.cpuUsage();
  operations = await run();
  times.push(performance.now() - started);
  const { user, system } = process.cpuUsage(before);
  if (round === 0) cpuMs = (user + system) / 1000;
  // In later rounds the memory of earlier ones is not collected yet.
  if (round === 0) peakMb = process.resourceUsage().maxRSS / 1024;
}
await run.close?.();
const [firstMs] = times;
times.sort((one, other) => one - other);
process.stdout.write(
  JSON.stringify({ operations, firstMs, medianMs: times[Math.floor(times.length / 2)], cpuMs, peakMb }),
);
