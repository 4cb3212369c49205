import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { accept, sample, sampleOperation, toEntry } from './aidip.support.js';
import { readConduct } from './read-conduct.js';
import { writeAidip } from './write.js';

const behaves: JsonObject = {
  impact: 'irreversible',
  idempotent: true,
  idempotency_key: true,
  dry_run: true,
  confirm: false,
  deprecated: true,
  sunset: '2026-12-31T00:00:00Z',
  replacement: 'other',
  long_running: true,
};

describe('readConduct', () => {
  it('reads the declared behavior of an operation, and serves it unchanged', () => {
    const draft = accept(sampleOperation({ ...behaves, batch: true }));
    expect(draft.operations[0]).toMatchObject({
      impact: 'irreversible',
      idempotent: true,
      safety: { idempotencyKey: true, dryRun: true, confirm: false, batch: true },
      lifecycle: { deprecated: true, sunset: '2026-12-31T00:00:00Z', replacement: 'other' },
      hints: { long_running: true },
    });
    const written = writeAidip({ entry: toEntry(draft) }, { view: 'other', form: 'full' });
    expect((written.operations as JsonObject[])[0]).toMatchObject({ ...behaves, batch: true });
  });

  it('reads it from the top level for the implied operation', () => {
    const { operations: _, ...rest } = sample();
    const draft = accept({ ...rest, inputs: true, outputs: true, ...behaves });
    expect(draft.operations[0]).toMatchObject({ impact: 'irreversible', hints: { long_running: true } });
    expect(writeAidip({ entry: toEntry(draft) }, { view: 'other', form: 'full' })).toMatchObject(behaves);
  });

  it('ignores other forms, and rejects none', () => {
    const odd = {
      impact: 'huge',
      idempotent: 'yes',
      idempotency_key: 1,
      dry_run: null,
      confirm: [],
      deprecated: 'soon',
      sunset: 'never',
      replacement: { name: 'x' },
      long_running: 'true',
    };
    expect(readConduct(odd)).toEqual({});
    expect(accept(sampleOperation(odd)).operations[0]?.extra).toMatchObject(odd);
    expect(readConduct({})).toEqual({});
  });
});
