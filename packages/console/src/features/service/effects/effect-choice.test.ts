/** Effects of an operation: choices of the form and back, words, differences, the command that does the same. */
import type { OperationEffectsView } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { effectDifferences, effectWords, originOf, toChoice, toEffects, toWords } from './effect-choice.js';

const view = (change: Partial<OperationEffectsView>): OperationEffectsView => ({
  id: 'desk',
  operation: 'pay',
  impact: 'reversible',
  impact_reason: 'POST creates something.',
  chosen: {},
  described: { impact: 'reversible' },
  ...change,
});

describe('effects of an operation', () => {
  it.each([{}, { impact: 'irreversible' as const }, { idempotent: false, confirm: true }])(
    '%j is the same after the form',
    (chosen) => {
      expect(toEffects(toChoice(chosen))).toEqual(chosen);
    },
  );

  it('are shown in words with their origin', () => {
    expect(effectWords('impact', 'irreversible')).toBe('Irreversible: it cannot be undone');
    expect(effectWords('impact', 'grave')).toBe('grave');
    expect(effectWords('confirm', undefined)).toBe('not stated');
    expect(originOf(view({}), 'impact')).toBe('from the description');
    expect(originOf(view({}), 'confirm')).toBe('nobody states it');
  });

  it('differ where a value or its origin changes', () => {
    expect(effectDifferences(view({}), view({}))).toEqual([]);
    const after = view({ impact: 'irreversible', chosen: { impact: 'irreversible' } });
    expect(effectDifferences(view({}), after)).toEqual([
      {
        place: 'Impact',
        before: 'Reversible: it can be undone (from the description)',
        after: 'Irreversible: it cannot be undone (set by the owner or an administrator)',
      },
    ]);
  });

  it('are set by a command that has all of them', () => {
    const choice = { impact: 'irreversible', idempotent: '', confirm: 'no' };
    expect(toWords('desk', 'pay', choice)).toEqual([
      'effects',
      'desk',
      'pay',
      '--reset',
      '--impact',
      'irreversible',
      '--confirmation',
      'no',
    ]);
  });
});
