/**
 * The form on real schemas: 500 operations of the corpus, as the server returns them. Each gets a value, which is shown in
 * the form's controls, read back from them, written as JSON and read again; a part is sent through the gateway to a service
 * that echoes it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Client, OperationView } from '@dragoman/sdk';
import { createClient, isDragomanError } from '@dragoman/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialValue } from '../../../packages/console/src/schema/edit-value.js';
import { type ExactValue, readJson, sameValue, writeJson } from '../../../packages/console/src/schema/json-text.js';
import { createSchemaReader } from '../../../packages/console/src/schema/schema-reader.js';
import { type HttpHost, startHttpHost } from '../http-host.js';
import { type ServerProcess, startServerProcess } from '../server-process.js';
import { readBack, sampleValue } from './form-values.js';

const folder = process.env.DRAGOMAN_CORPUS ?? fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));
const index = `${folder}/openapi/index.jsonl`;
const wanted = 500;
const perDocument = 8;
const sent = 120;
const maxBytes = 1_500_000;

if (!existsSync(index)) console.warn(`There is no corpus at ${folder}: the forms of real schemas are SKIPPED`);

interface IndexedDocument {
  file: string;
  bytes: number;
  ops: number;
}

function listDocuments(): IndexedDocument[] {
  const lines = readFileSync(index, 'utf8').split('\n').filter(Boolean);
  return lines
    .map((line) => JSON.parse(line) as IndexedDocument)
    .filter(({ bytes, ops, file }) => bytes < maxBytes && ops > 0 && !file.includes('multifile'));
}

describe.skipIf(!existsSync(index))('the form of 500 real operations', () => {
  let server: ServerProcess;
  let client: Client;
  let home: string;
  let echo: HttpHost;
  const operations: OperationView[] = [];

  beforeAll(async () => {
    echo = await startHttpHost(async (url, init) =>
      Response.json({ method: init.method, url, body: typeof init.body === 'string' ? init.body : null }),
    );
    home = await mkdtemp(join(tmpdir(), 'dragoman-forms-'));
    server = await startServerProcess({
      cwd: home,
      env: {
        DRAGOMAN_STORE_PATH: join(home, 'store.db'),
        DRAGOMAN_OUTBOUND_ALLOW: new URL(echo.origin).host,
        DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
      },
    });
    client = createClient({ baseUrl: server.url, allowInsecure: true });
    for (const [at, { file }] of listDocuments().entries()) {
      if (operations.length >= wanted) break;
      operations.push(...(await importSome(file, `corpus-${at}`)));
    }
  }, 600_000);

  afterAll(async () => {
    await server.stop();
    await echo.close();
    await rm(home, { recursive: true, force: true });
  });

  /** Imports a document with the echo as its server, and reads some of its operations. */
  async function importSome(file: string, id: string): Promise<OperationView[]> {
    const text = gunzipSync(readFileSync(`${folder}/openapi/${file}`)).toString();
    const curation = { id, server: echo.origin, max: 400 };
    const imported = await client.imports.create([{ text, curation }]).catch(() => undefined);
    // Some documents of the corpus are broken on purpose.
    if (imported?.results[0]?.outcome !== 'created') return [];
    const { operations: found } = await client.agents.findOperations({ agents: [id] }, { top: 200 });
    // Operations that change something have the larger schemas.
    const writes = found.filter(({ impact }) => impact !== 'informational');
    const chosen = [...writes.slice(0, perDocument - 2), ...found.filter((each) => !writes.includes(each)).slice(0, 2)];
    return Promise.all(chosen.map(({ operation_id: name }) => client.agents.readOperation(id, name, { as: ['mcp'] })));
  }

  it('shows every value, and gives it back unchanged as a form and as JSON', () => {
    expect(operations.length).toBeGreaterThanOrEqual(wanted);
    const failed: string[] = [];
    let asJson = 0;
    for (const { agent_id: agent, operation, input_schema: schema, examples } of operations.slice(0, wanted)) {
      const reader = createSchemaReader(schema);
      const inputs = examples.flatMap(({ input }) => (input === undefined ? [] : [input as ExactValue]));
      const values = [...inputs, sampleValue(reader, schema), initialValue(reader, schema)];
      const isKept = values.every((value) => {
        const shown = readBack(reader, schema, value);
        if (shown.asJson > 0) asJson += 1;
        const again = readJson(writeJson(shown.value)).value;
        return sameValue(shown.value, value) && sameValue(again, value);
      });
      if (!isKept) failed.push(`${agent} ${operation}`);
    }
    console.log(`forms: ${wanted - failed.length} of ${wanted} operations pass; ${asJson} values contain JSON texts`);
    expect(failed).toEqual([]);
  });

  it('is accepted by the gateway, which sends it to the service', async () => {
    const counts = { answered: 0, invalid: 0, withoutCredential: 0 };
    const wrong: string[] = [];
    for (const view of operations) {
      if (counts.answered + counts.invalid >= sent) break;
      const { agent_id: agent, operation, input_schema: schema, inputs } = view;
      const reader = createSchemaReader(schema);
      const input = readBack(reader, schema, sampleValue(reader, schema)).value as JsonValue;
      try {
        const preview = await client.agents.invoke(agent, input, { operation, dryRun: true });
        const confirm = preview.confirmation === undefined ? {} : { confirm: preview.confirmation.token };
        const { output } = await client.agents.invoke(agent, input, { operation, ...confirm });
        counts.answered += 1;
        const names = inputs.filter((each) => each.in === 'query').map((each) => each.wire_name ?? each.name);
        // Objects are sent under the names of their members.
        const given = names.filter((name) => typeof (input as JsonObject)[name] === 'string');
        const url = (output as { url?: string } | undefined)?.url ?? '';
        if (given.some((name) => !decodeURIComponent(url).includes(name))) wrong.push(`${agent} ${operation} ${url}`);
      } catch (error) {
        const code = isDragomanError(error) ? error.code : 'UNKNOWN';
        if (code === 'INVALID_INPUT') counts.invalid += 1;
        else if (code === 'FORBIDDEN') counts.withoutCredential += 1;
        else throw error;
      }
    }
    console.log(`calls: ${JSON.stringify(counts)}`);
    expect(wrong).toEqual([]);
    // The rest has patterns that no sample matches, or alternatives that exclude each other.
    expect(counts.answered).toBeGreaterThan(sent * 0.85);
  }, 300_000);
});
