/**
 * Every rule for tool signatures in its negative form, against a whole server: uploaded, and imported from a third
 * party.
 */
import type { DocumentHost } from '@dragoman/core/http';
import type { JsonObject, ToolSignature } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrokenSignature } from '../../model/src/tool-signature/broken-signatures.support.js';
import { readBrokenSignatures } from '../../model/src/tool-signature/broken-signatures.support.js';
import { refillDocument } from '../../model/src/tool-signature/signature.support.js';
import type { TestServer } from './server.support.js';
import { startTestServer } from './server.support.js';

const root = 'https://tools.linden.example/v1';
const sound = refillDocument({ toolId: '0479a45d-ad0a-49d4-94db-75edf00d2ca4', name: 'check_refill_by_number' });
const table = readBrokenSignatures().map((row): [string, BrokenSignature] => [`${row.rule}, ${row.about}`, row]);

let served: JsonObject = {};
let test: TestServer;
let key = '';

beforeAll(async () => {
  const host: DocumentHost = {
    fetch: async (uri) => ({
      outcome: 'fetched',
      uri,
      bytes: new TextEncoder().encode(JSON.stringify(served)),
      mediaType: 'application/json',
    }),
  };
  // The table serves one tool under many addresses, which the look-alike check would report.
  const flags = { 'auth.mode': 'optional', 'registry.lookAlikes': 'ignore' };
  test = await startTestServer({ flags, overrides: { host } });
  key = await test.keyFor('ada', 'registry:write', 'registry:read');
});
afterAll(() => test.server.close());

async function bring(item: JsonObject) {
  const answer = await test.ask('POST', '/imports', { key, body: { items: [item] } });
  const { results } = (await answer.json()) as { results: JsonObject[] };
  return { result: results[0] ?? {}, text: JSON.stringify(results) };
}

async function toolsOf(id: unknown): Promise<ToolSignature[]> {
  const answer = await test.ask('GET', `/agents/${String(id)}/tools`, { key });
  return ((await answer.json()) as { items: ToolSignature[] }).items;
}

describe('a signature that breaks a rule', () => {
  it.each(table)(
    'is rejected with its location when its provider uploads it, and nothing is kept: %s',
    async (_, row) => {
      const { result, text } = await bring({ document: { root, items: [sound, row.signature] } });
      expect(result.outcome).toBe('failed');
      expect(text).toContain(`/items/1${row.pointer}`);
      const listed = (await (await test.ask('GET', '/tools', { key })).json()) as { items: ToolSignature[] };
      expect(listed.items.filter(({ name }) => name === sound.name)).toEqual([]);
    },
  );

  it.each(table)('does not affect other tools when a third party serves it: %s', async (name, row) => {
    const host = `https://s${table.findIndex(([each]) => each === name)}.example/tools`;
    served = { items: [sound, row.signature], paging: { pageLimit: 20, next: null } };
    const { result } = await bring({ url: host });
    expect(result.outcome).toBe('created');
    const shown = await toolsOf(result.id);
    expect(shown).toHaveLength(row.stranger === 'refused' ? 1 : 2);
    expect(Number(result.warnings) > 0).toBe(row.stranger === 'refused');
    expect(JSON.stringify(shown)).not.toContain('javascript:');
  });
});
