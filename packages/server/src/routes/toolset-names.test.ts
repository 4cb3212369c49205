import type { FieldError, JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { type ShownToolset, startDesignServer, vendorList, vendorTool } from './toolsets.support.js';

interface Refusal {
  field_errors: FieldError[];
}

describe('the names of a toolset', () => {
  it('are unique and valid for a hundred near-identical services', async () => {
    const { json, importList } = await startDesignServer();
    const tools: JsonObject[] = [];
    for (let at = 0; at < 100; at += 1) {
      const list = { ...vendorList(`parcels-${at}`, [vendorTool(1000 + at, 'check_status')]), name: 'Parcels' };
      tools.push({ agent_id: await importList(list), tool: 'check_status' });
    }
    const refused = await json<Refusal>('POST', '/toolsets', { body: { name: 'Desk', tools } });
    expect(refused.status).toBe(400);
    expect(refused.body.field_errors).toHaveLength(100);
    const made = await json<ShownToolset>('POST', '/toolsets', { body: { name: 'Desk', tools, resolve_names: true } });
    const names = made.body.tools.map(({ name }) => name);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(100);
    for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
  });

  it('may not differ only by case, and are written in plain letters', async () => {
    const { json, importList, linden } = await startDesignServer();
    const other = await importList(
      vendorList('other', [vendorTool(11, 'Check_Status'), vendorTool(12, 'che\u0441k_status')]),
    );
    const choose = (agent: string, tool: string, name?: string): JsonObject => ({
      agent_id: agent,
      tool,
      ...(name === undefined ? {} : { name }),
    });
    const body = { name: 'Desk', tools: [choose(linden, 'check_status'), choose(other, 'Check_Status')] };
    const refused = await json<Refusal>('POST', '/toolsets', { body });
    expect(refused.body.field_errors.map(({ code }) => code)).toEqual(['toolset/name-clash', 'toolset/name-clash']);
    const cyrillic = { name: 'Desk', tools: [choose(linden, 'check_status', 'che\u0441k_status')] };
    const illegal = await json<Refusal>('POST', '/toolsets', { body: cyrillic });
    expect(illegal.body.field_errors.map(({ code }) => code)).toEqual(['toolset/name-illegal']);
    const mixed = { name: 'Desk', tools: [choose(linden, 'check_status'), choose(other, 'che\u0441k_status')] };
    const made = await json<ShownToolset>('POST', '/toolsets', { body: mixed });
    expect(made.body.tools.map(({ name }) => name)).toEqual(['check_status', 'che_k_status']);
  });
});
