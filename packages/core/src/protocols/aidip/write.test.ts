/** Entries as AIDIP metadata, and round trips. */
import type { Entry, JsonObject } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, acceptedNames, context, documents, fixture, sample, toEntry } from './aidip.support.js';
import { readAidip } from './read.js';
import { writeAidip } from './write.js';

const full = (entry: Entry) => writeAidip({ entry }, { view: 'owner', form: 'full' });

describe('writeAidip', () => {
  it.each(acceptedNames)('serves %s in the newer form', (name) => {
    const document = fixture(`${name}.in.json`) as JsonObject;
    const served = fixture(`${name}.out.json`) as JsonObject;
    expect(full(toEntry(accept(document)))).toEqual({ id: 'assigned', ...served });
  });

  it('returns every document, with unknown members at every level', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const { provider } = document;
        const filled = { id: 'assigned', tags: [], ...(provider === undefined ? {} : { publisher: provider }) };
        expect(full(toEntry(accept(document)))).toEqual({ ...filled, ...document });
      }),
      { numRuns: 300 },
    );
  });

  it('is stable: a served document is read as the same entry', () => {
    const content = ({ origin: _, derived: __, operations, ...rest }: Entry) => ({
      ...rest,
      operations: operations.map(({ derived: ___, ...operation }) => operation),
    });
    const cases = fc.oneof(
      documents,
      fc.constantFrom(...acceptedNames).map((name) => fixture(`${name}.in.json`) as JsonObject),
    );
    fc.assert(
      fc.property(cases, (document) => {
        const first = toEntry(accept({ id: 'given', ...document }));
        const second = toEntry(accept(full(first)));
        expect(content(second)).toEqual(content(first));
        expect(full(second)).toEqual(full(first));
        expect(toEntry(accept(full(second))).origin.hash).toBe(second.origin.hash);
      }),
      { numRuns: 200 },
    );
  });

  it('[AIDIP-META-15] returns the instructions for a credential unchanged', () => {
    const authentication = { type: 'api_key', instructions: 'See <https://a.example/keys> & ask "Ann"' };
    expect(full(toEntry(accept(sample({ authentication })))).authentication).toEqual(authentication);
  });

  it('[AIDIP-SEC-09] returns disclosures about data, and the reader notes their absence', () => {
    const codes = (document: JsonObject) => readAidip(document, context).diagnostics.map(({ code }) => code);
    const document = sample({ data_retention: { days: 30, policy: 'https://a.example/privacy' } });
    expect(full(toEntry(accept(document))).data_retention).toEqual(document.data_retention);
    expect(codes(document)).not.toContain('aidip/no-data-practice');
    expect(codes(sample())).toContain('aidip/no-data-practice');
  });

  it('shows who may see the agent to its owner only', () => {
    const entry = toEntry(accept(fixture('private-agent.in.json')));
    const other = writeAidip({ entry }, { view: 'other', form: 'full' });
    expect(other).not.toHaveProperty('visibility');
    expect(other).not.toHaveProperty('grants');
    expect(full(entry)).toMatchObject({
      visibility: 'private',
      grants: ['caller:st-anne-hospital', 'scope:wards.read'],
    });
  });

  it('shows the owner a restriction that an earlier document set', () => {
    const entry: Entry = { ...toEntry(accept(sample())), visibility: 'private', grants: ['scope:a'] };
    expect(full(entry)).toMatchObject({ visibility: 'private', grants: ['scope:a'] });
    expect(full(toEntry(accept(sample())))).not.toHaveProperty('visibility');
  });

  it('leaves out the operations for a reader that needs no member of them', () => {
    const entry = toEntry(accept(sample()));
    const { operations, inputs, outputs, batch, ...rest } = full(entry);
    const write = (fields: string[]) => writeAidip({ entry }, { view: 'owner', form: 'full', fields });
    expect(write(['name'])).toEqual(rest);
    expect(write(['name', 'inputs'])).toEqual(full(entry));
  });

  it('writes summaries and hits with the five fields and the score', () => {
    const entry = toEntry(accept(sample({ score: 'mine' })));
    const { id, name, description, endpoint, capabilities } = sample();
    const summary = { id, name, description, endpoint, capabilities };
    expect(writeAidip({ entry }, { view: 'other', form: 'summary' })).toEqual(summary);
    expect(writeAidip({ entry }, { view: 'owner', form: 'hit', score: 0.5 })).toEqual({ ...summary, score: 0.5 });
    expect(writeAidip({ entry }, { view: 'other', form: 'full', score: 0.5 }).score).toBe(0.5);
  });

  it('writes an entry of another protocol, which is called through the gateway', () => {
    const draft = accept(sample());
    const { endpoint: _, ...entry } = toEntry(draft);
    const [operation] = draft.operations;
    if (operation === undefined) throw new Error('the sample has an operation');
    const { description: __, ...bare } = operation;
    const foreign: Entry = {
      ...entry,
      id: 'a/b',
      origin: { ...entry.origin, protocol: 'openapi' },
      extra: { 'x-internal': true },
      operations: [
        {
          ...bare,
          name: 'get_rate',
          summary: 'Rate',
          extra: { 'x-y': 1 },
          binding: { kind: 'mcp', server: 's', tool: 't' },
        },
      ],
    };
    const written = full(foreign);
    expect(written).toMatchObject({
      endpoint: '/agents/a%2Fb/invoke',
      operations: [{ name: 'get_rate', description: 'Rate' }],
    });
    expect(written).not.toHaveProperty('x-internal');
    expect(accept(written).operations).toHaveLength(1);
  });
});
