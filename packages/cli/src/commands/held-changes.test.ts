/** `dragoman sources accept` and `refuse` with tools that changed, and `dragoman show --findings`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openRegistry } from '../cli.support.js';

const url = 'https://tools.example/list.json';
const list = (...required: string[]) => ({
  server: 'https://tools.example/mcp',
  tools: [
    {
      name: 'send_parcel',
      description: 'Sends a parcel.',
      inputSchema: { type: 'object', properties: { to: { type: 'string' }, by: { type: 'string' } }, required },
    },
  ],
});
const pages: Record<string, unknown> = { [url]: list() };

let registry: Awaited<ReturnType<typeof openRegistry>>;
beforeAll(async () => {
  registry = await openRegistry(pages);
});
afterAll(() => registry.close());

const run = (line: string) => call(line.split(' '), { fetch: registry.fetch });
const read = async <T>(line: string): Promise<T> => JSON.parse((await run(`${line} --json`)).stdout) as T;

describe('changes on hold', () => {
  let id = '';
  const change = async (...required: string[]) => {
    pages[url] = list(...required);
    expect((await run(`sources refresh ${id}`)).code).toBe(0);
  };

  it('are shown with the commands to decide, rejected until the next change, and accepted', async () => {
    const { sources } = await read<{ sources: { id: string }[] }>(`sources add ${url}`);
    id = sources[0]?.id ?? '';
    await change();
    expect((await run(`sources accept ${id}`)).code).toBe(1);

    await change('to');
    const shown = await run(`sources show ${id}`);
    expect(shown.stdout).toMatch(/^on hold +.*send_parcel/m);
    expect(shown.stderr).toContain(`dragoman sources accept ${id}`);

    const refused = await run(`sources refuse ${id}`);
    expect([refused.code, (await run(`sources show ${id}`)).stdout]).toEqual([0, expect.stringMatching(/^rejected/m)]);

    await change('to', 'by');
    const { held } = await read<{ held: { mark: string; refused: boolean } }>(`sources show ${id}`);
    expect(held.refused).toBe(false);
    expect((await run(`sources accept ${id} --mark another`)).code).not.toBe(0);
    const accepted = await run(`sources accept ${id} --mark ${held.mark}`);
    expect([accepted.code, accepted.stdout]).toEqual([0, expect.not.stringContaining('rejected')]);
    expect(await read<object>(`sources show ${id}`)).not.toHaveProperty('held');
  });

  it('leave a service whose findings can be listed', async () => {
    const { agent_ids } = await read<{ agent_ids: string[] }>(`sources show ${id}`);
    const { stderr, code } = await run(`show ${agent_ids[0]} --findings`);
    expect([code, stderr]).toEqual([0, expect.stringContaining('No similarities')]);
    expect(await read<object>(`show ${agent_ids[0]} --findings`)).toMatchObject({ held: false, findings: [] });
  });
});
