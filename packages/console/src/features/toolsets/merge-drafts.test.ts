/** Concurrent changes of one toolset: nothing is lost, contradictions are shown. */
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
  grants: [],
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
      conflicts: [],
    });
  });

  it('merges one tool field by field, and one text input by input', () => {
    const before = draft([tool('a', { inputTexts: { one: 'One.' } })]);
    const ours = draft([tool('a', { text: 'Ours.', inputTexts: { one: 'One.', two: 'Ours.' } })]);
    const theirs = draft([tool('a', { name: 'their_name', inputTexts: { one: 'Theirs.' } })]);
    expect(mergeDrafts(before, ours, theirs)).toEqual({
      draft: draft([tool('a', { name: 'their_name', text: 'Ours.', inputTexts: { one: 'Theirs.', two: 'Ours.' } })]),
      conflicts: [],
    });
  });

  it('names what both changed, takes ours, and takes either side when a person decides', () => {
    const ours = draft([tool('a', { version: 2 }), tool('b', { text: 'Ours.' })], { grants: ['caller:ann'] });
    const theirs = draft([tool('a', { version: 3 }), tool('b', { text: 'Theirs.' }), tool('c', { text: 'Theirs.' })], {
      grants: ['caller:ben'],
    });
    const { draft: merged, conflicts } = mergeDrafts(base, ours, theirs);
    expect(merged).toEqual(ours);
    expect(conflicts.map(({ place, ours: our, theirs: their }) => [place, our, their])).toEqual([
      ['Toolset, access', 'caller:ann', 'caller:ben'],
      ['a of harbor, version', '2', '3'],
      ['b of harbor, text', 'Ours.', 'Theirs.'],
      ['c of harbor', undefined, 'kept, with changes'],
    ]);
    const taken = conflicts.reduce((now, { take }) => take(now, 'theirs'), merged);
    expect(taken).toEqual(theirs);
    expect(conflicts.reduce((now, { take }) => take(now, 'ours'), taken)).toEqual(ours);
  });

  it('keeps an order that only one of them changed, and asks when both did', () => {
    const turned = draft([tool('c'), tool('b'), tool('a')]);
    expect(mergeDrafts(base, base, turned).draft).toEqual(turned);
    expect(mergeDrafts(base, turned, base).draft).toEqual(turned);
    const { draft: merged, conflicts } = mergeDrafts(base, turned, draft([tool('b'), tool('a'), tool('c')]));
    expect(merged).toEqual(turned);
    expect(conflicts.map(({ place }) => place)).toEqual(['Order of the tools']);
    expect(conflicts[0]?.take(merged, 'theirs').tools.map((each) => each.tool)).toEqual(['b', 'a', 'c']);
  });

  it('is theirs without a change of ours', () => {
    const theirs = draft([tool('b')]);
    expect(mergeDrafts(base, base, theirs)).toEqual({ draft: theirs, conflicts: [] });
  });
});
