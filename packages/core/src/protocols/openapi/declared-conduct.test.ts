/** Tests what providers declare about effects, in usual and in unusual spellings. */
import { describe, expect, it } from 'vitest';
import { deriveConduct } from '../../documents/derive-conduct.js';
import { lowered, readDeclarations } from './declared-conduct.js';

const note = deriveConduct({ method: 'POST', path: '/notes', summary: 'Add a note' });
const charge = deriveConduct({ method: 'POST', path: '/charges', summary: 'Charge the card' });
const list = deriveConduct({ method: 'GET', path: '/notes', summary: 'List notes' });

describe('a declaration that raises the safety', () => {
  const confirmed = { declared: { impact: 'irreversible', safety: { confirm: true } }, ignored: [] };

  it.each([
    { confirmation: 'required' },
    { confirm: true },
    { requires_confirmation: true },
    { requiresApproval: 'always' },
    { risk: 'high' },
    { risk: { level: 'critical' } },
    { risk: { requires_confirmation: true } },
    { impact: 'high' },
  ])('%j asks for a confirmation', (agent) => {
    expect(readDeclarations({ 'x-agent': agent }, note)).toEqual(confirmed);
  });

  it.each([{ impact: 'Irreversible' }, { impact: 'non-reversible' }, { destructive: true }, { reversible: false }])(
    '%j makes the operation irreversible',
    (agent) => {
      expect(readDeclarations({ 'x-agent': agent }, note)).toEqual({
        declared: { impact: 'irreversible' },
        ignored: [],
      });
    },
  );

  it('counts as an extension of its own, and as a text', () => {
    expect(readDeclarations({ 'x-requires-confirmation': 'yes' }, note)).toEqual(confirmed);
    expect(readDeclarations({ 'x-agent': 'irreversible' }, note).declared).toEqual({ impact: 'irreversible' });
  });

  it.each([{ read_only: false }, { side_effects: ['sends a letter'] }])('%j makes a GET change something', (agent) => {
    const { declared, ignored } = readDeclarations({ 'x-agent': agent }, list);
    expect([declared, ignored]).toEqual([{ impact: 'reversible', idempotent: false }, []]);
  });
});

describe('a declaration that is not applied', () => {
  it.each([
    [{ impact: 'harmless' }, 'x-agent.impact', 'it is not understood'],
    [{ impact: 'Informational' }, 'x-agent.impact', 'only the documented spelling can lower the derived effects'],
    [{ risk: 'medium' }, 'x-agent.risk', 'it is not understood'],
    [{ safe: true }, 'x-agent.safe', 'only the documented spelling can lower the derived effects'],
    [{ confirm: 'maybe' }, 'x-agent.confirm', 'it is not understood'],
    [{ idempotent: 'true' }, 'x-agent.idempotent', 'only the documented spelling can lower the derived effects'],
    [{ confirm: false }, 'x-agent.confirm', 'it cannot lower the derived effects'],
  ])('%j is listed', (agent, member, reason) => {
    const { declared, ignored } = readDeclarations({ 'x-agent': agent }, charge);
    expect(declared).toEqual({});
    expect(ignored).toMatchObject([{ member, reason }]);
  });

  it('is listed only if it concerns safety', () => {
    const agent = {
      expose: true,
      order: 'id',
      next: ['x'],
      undo: 'y',
      idempotency: { in: 'header' },
      capabilities: [],
    };
    expect(readDeclarations({ 'x-agent': agent, 'x-level': 3 }, charge)).toEqual({ declared: {}, ignored: [] });
  });
});

describe('a declaration that lowers what is certain', () => {
  it('applies and is named', () => {
    const { declared } = readDeclarations({ 'x-agent': { impact: 'reversible' } }, charge);
    expect([declared, lowered(declared, charge)]).toEqual([{ impact: 'reversible' }, 'reversible']);
    const repeated = readDeclarations({ 'x-agent': { idempotent: true } }, charge);
    expect(lowered(repeated.declared, charge)).toBe('safe to repeat');
  });

  it('is not named where only the method speaks against it', () => {
    const { declared } = readDeclarations({ 'x-agent': { read_only: true } }, note);
    expect([declared, lowered(declared, note)]).toEqual([{ impact: 'informational' }, undefined]);
  });
});
