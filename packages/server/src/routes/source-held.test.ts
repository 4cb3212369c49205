/** Decisions on held tool changes: held, accepted, refused, changed again, and audited. */

import { createMcpSuccession } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { ada, bob, createIntake } from './intake.support.js';

const url = 'https://tools.example/list.json';
const list = (...required: string[]) => ({
  server: 'https://tools.example/mcp',
  tools: [
    {
      name: 'send',
      description: 'Sends.',
      inputSchema: { type: 'object', properties: { to: { type: 'string' }, at: { type: 'string' } }, required },
    },
  ],
});

/** Creates a source whose tool got more required inputs. */
async function createHeldSource() {
  const intake = createIntake();
  intake.ports.successions = [createMcpSuccession('hold-breaking')];
  intake.outside.pages.set(url, list());
  const ask = async (method: string, path: string, body?: unknown, caller = ada) => {
    const answer = await intake.send(method, path, caller, body);
    return { status: answer.status, json: answer.body as JsonObject };
  };
  const { json } = await ask('POST', '/sources', { url, interval_seconds: 600 });
  const [{ id = '' } = {}] = json.sources as { id?: string }[];
  const refresh = async () => (await ask('POST', `/sources/${id}/refresh`)).json;
  await refresh();
  intake.outside.pages.set(url, list('to'));
  const held = (await refresh()).held as JsonObject;
  const decide = (body: unknown, caller = ada) => ask('POST', `/sources/${id}/held`, body, caller);
  const wanted = async () => {
    const [entryId = ''] = (await ask('GET', `/sources/${id}`)).json.agent_ids as string[];
    const stored = await intake.ports.store.entries.read(entryId);
    const input = stored?.entry.operations[0]?.input;
    return isJsonObject(input) ? input.required : 'nothing is stored';
  };
  const records = async (action: string) => intake.ports.store.audit.list({ limit: 10, action });
  return { ...intake, id, refresh, held, decide, wanted, records };
}

describe('a held change', () => {
  it('does not count as a failure of its source, however often it is found', async () => {
    const { refresh, held, wanted } = await createHeldSource();
    expect(held).toMatchObject({ refused: false, changes: [{ code: 'mcp/change-held' }] });
    for (let looks = 0; looks < 6; looks += 1) {
      expect(await refresh()).toMatchObject({ state: 'current', failures: 0, last_outcome: 'held', held });
    }
    expect(await wanted()).toEqual([]);
  });

  it('[PROF-SEC-11] is applied when accepted, and audited with the actor', async () => {
    const { held, decide, wanted, records, refresh } = await createHeldSource();
    const { status, json } = await decide({ decision: 'accept', mark: held.mark });
    expect([status, json.held, json.last_outcome]).toEqual([200, undefined, 'changed']);
    expect(await wanted()).toEqual(['to']);
    expect(await records('source.accept')).toMatchObject([{ actor: 'ada', outcome: 'done' }]);
    expect((await refresh()).held).toBeUndefined();
    expect((await decide({ decision: 'accept', mark: held.mark })).json).toMatchObject({ code: 'CONFLICT' });
  });

  it('stays held when refused, until it changes again', async () => {
    const { held, decide, wanted, records, refresh, outside } = await createHeldSource();
    const { json } = await decide({ decision: 'refuse', mark: held.mark });
    expect(json.held).toMatchObject({ mark: held.mark, refused: true });
    expect(await records('source.refuse')).toMatchObject([{ actor: 'ada' }]);
    expect((await refresh()).held).toMatchObject({ refused: true, since: held.since });
    expect(await wanted()).toEqual([]);
    outside.pages.set(url, list('to', 'at'));
    expect((await refresh()).held).toMatchObject({ refused: false });
  });

  it('disappears when the provider reverts it', async () => {
    const { refresh, outside } = await createHeldSource();
    outside.pages.set(url, list());
    const after = await refresh();
    expect([after.held, after.last_outcome]).toEqual([undefined, 'unchanged']);
  });

  it('is not applied when the description changed in the meantime', async () => {
    const { held, decide, wanted, records, outside } = await createHeldSource();
    outside.pages.set(url, list('to', 'at'));
    const { status, json } = await decide({ decision: 'accept', mark: held.mark });
    expect([status, json.code]).toEqual([409, 'CONFLICT']);
    expect(await wanted()).toEqual([]);
    expect(await records('source.accept')).toEqual([]);
  });

  it('can be decided only by the owner; all problems of a decision are reported at once', async () => {
    const { held, decide } = await createHeldSource();
    expect((await decide({ decision: 'accept', mark: held.mark }, bob)).status).toBe(404);
    expect((await decide({ decision: 'accept', mark: 'another' })).status).toBe(409);
    const { status, json } = await decide({ decision: 'perhaps', mark: 7, more: true });
    expect(status).toBe(400);
    const faults = (json.errors ?? json.field_errors) as { field: string }[];
    expect(faults.map(({ field }) => field).sort()).toEqual(['decision', 'mark', 'more']);
  });
});
