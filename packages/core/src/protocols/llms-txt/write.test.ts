/** The page of an entry has valid links and a bounded size, whatever its provider wrote. */
import { describe, expect, it } from 'vitest';
import { createEntry, createOperation } from '../../gateway/gateway.support.js';
import { writeAgentText } from './write.js';

const origin = 'https://gateway.example';

describe('the page of an entry', () => {
  it('has valid links to its descriptions whatever its id is', () => {
    const id = 'odd)id(1)/x y';
    const page = writeAgentText(createEntry({ id }), origin);
    const links = [...page.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(5);
    for (const link of links) expect(decodeURIComponent(new URL(link).pathname.split('/')[2] ?? '')).toBe(id);
  });

  it('ends the description of an operation and of a prompt before their inputs', () => {
    const input = { type: 'object', properties: { message: { type: 'string' } } };
    const operations = [createOperation({ name: 'echo', summary: 'Echoes the input', input })];
    const prompts = [{ name: 'brief', description: 'Summary of a pier', arguments: [{ name: 'pier' }], extra: {} }];
    const page = writeAgentText(
      createEntry({ operations, content: { server: '', prompts, resources: [], templates: [] } }),
      origin,
    );
    expect(page).toContain('Echoes the input. Inputs: `message` string.');
    expect(page).toContain('`brief`: Summary of a pier. Arguments: `pier`.');
  });

  it('is bounded, and says how many operations it omits', () => {
    const names = Array.from({ length: 40 }, (_, at) => [`${at}_${'n'.repeat(3000)}`, { type: 'string' }]);
    const input = { type: 'object', properties: Object.fromEntries(names) };
    const operations = Array.from({ length: 300 }, (_, at) =>
      createOperation({ name: `echo_${at}`, summary: 'x'.repeat(9000), input }),
    );
    const page = writeAgentText(createEntry({ operations }), origin);
    expect(page.length).toBeLessThan(110_000);
    const listed = page.match(/^- `echo_/gm)?.length ?? 0;
    expect(page).toContain(`- and ${300 - listed} more, in the OpenAPI document`);
  });
});
