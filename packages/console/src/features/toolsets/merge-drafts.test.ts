/** Concurrent changes of one toolset: nothing is lost, contradictions are named. */
import { describe, expect, it } from 'vitest';
import type { Draft, DraftTool } from './draft.js';
import { mergeDrafts } from './merge-drafts.js';

const tool = (name: string, change: Partial<DraftTool> = {}): DraftTool => ({
  agent: 'harbor',
  tool: name,
  vendorName: name,
  vendorText: '',
  inputs: [],
  name: '',
  text: '',
  inputTexts: {},
  version: 1,
  ...change,
});
const draft = (tools: DraftTool[], change: Partial<Draft> = {}): Draft => ({
  name: 'Desk',
  description: '',
  visibility: 'private',
  tools,
  ...change,
});

describe('merging two changes of a toolset', () => {
  const base = draft([tool('a'), tool('b'), tool('c')]);

  it('keeps what each of them changed, added and removed', () => {
    const ours = draft([tool('a', { text: 'Ours.' }), tool('b'), tool('d')], { name: 'Our desk' });
    const theirs = draft([tool('a'), tool('b', { text: 'Theirs.' }), tool('c'), tool('e')], { description: 'Theirs.' });
    expect(mergeDrafts(base, ours, theirs)).toEqual({
      draft: draft([tool('a', { text: 'Ours.' }), tool('b', { text: 'Theirs.' }), tool('d'), tool('e')], {
        name: 'Our desk',
        description: 'Theirs.',
      }),
      both: [],
    });
  });

  it('names what both changed, and takes ours', () => {
    const ours = draft([tool('a', { version: 2 }), tool('b')]);
    const theirs = draft([tool('a', { version: 3 }), tool('b'), tool('c', { text: 'Theirs.' })]);
    expect(mergeDrafts(base, ours, theirs)).toEqual({
      draft: draft([tool('a', { version: 2 }), tool('b')]),
      both: ['a of harbor', 'c of harbor'],
    });
  });

  it('is theirs without a change of ours', () => {
    const theirs = draft([tool('b')]);
    expect(mergeDrafts(base, base, theirs)).toEqual({ draft: theirs, both: [] });
  });
});
