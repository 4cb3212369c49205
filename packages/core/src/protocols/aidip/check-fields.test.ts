import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { agent } from './face.support.js';
import { readAidip } from './read.js';

const context = { at: '2026-01-01T00:00:00Z', strict: false, ownOrigins: [] };

/** Diagnostic codes with their locations, for a document with these inputs. */
function findings(inputs: unknown, more: JsonObject = {}): string[] {
  const operation = { name: 'run', description: 'Runs.', inputs, outputs: { type: 'object' }, ...more };
  const { diagnostics } = readAidip(agent('a', { operations: [operation] as never }), context);
  return diagnostics.map(({ code, location }) => `${code} ${location.pointer}`);
}

const fields = (properties: JsonObject) => ({ type: 'object', properties });
const at = '/operations/0/inputs/properties';

describe('fields of a schema', () => {
  it.each(['p1', 'arg0', 'param_2', 'x', 'foo'])('[AIDIP-INV-09] warns of the meaningless name %s', (name) => {
    expect(findings(fields({ [name]: { type: 'string' } }))).toContain(`aidip/unclear-field ${at}/${name}`);
    const described = fields({ [name]: { type: 'string', description: 'Horizontal offset in metres.' } });
    expect(findings(described)).not.toContain(`aidip/unclear-field ${at}/${name}`);
  });

  it('[AIDIP-INV-09] accepts short names that are words', () => {
    const silent = fields({
      id: { type: 'string' },
      to: { type: 'string' },
      q: { type: 'string' },
      port1: { type: 'integer' },
    });
    expect(findings(silent).filter((text) => text.startsWith('aidip/unclear'))).toEqual([]);
  });

  it('[AIDIP-INV-09] warns of fields without a type, also nested ones', () => {
    const inner = fields({ depth: {}, kind: { enum: ['a'] }, same: { $ref: '#/properties/harbour/properties/kind' } });
    expect(findings(fields({ harbour: inner, note: { description: 'Anything.' } }))).toEqual(
      expect.arrayContaining([`aidip/untyped-field ${at}/harbour/properties/depth`, `aidip/untyped-field ${at}/note`]),
    );
    expect(findings(fields({ harbour: inner })).filter((text) => text.startsWith('aidip/untyped'))).toHaveLength(1);
  });

  it('checks a bounded number of fields', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, number) => [`arg${number}`, { type: 'string' }]));
    expect(findings(fields(many)).filter((text) => text.startsWith('aidip/unclear')).length).toBeLessThanOrEqual(200);
  });

  it(
    '[AIDIP-META-24] warns of information that a client would have to look up elsewhere: empty ' +
      'descriptions, empty schemas',
    () => {
      const found = findings({}, { description: '' });
      expect(found).toEqual(
        expect.arrayContaining([
          'aidip/vague-schema /operations/0/inputs',
          'aidip/empty-description /operations/0/description',
        ]),
      );
      const { diagnostics } = readAidip(
        agent('a', { operations: [{ name: 'run', description: 'Runs.' }] as never }),
        context,
      );
      expect(
        diagnostics.filter(({ code }) => code === 'aidip/missing').map(({ location }) => location.pointer),
      ).toEqual(['/operations/0/inputs', '/operations/0/outputs']);
    },
  );
});
