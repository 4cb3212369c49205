/** Drafts of procedures: merging, keeping, mentions. */
import { describe, expect, it } from 'vitest';
import { type Draft, isDraft, mentionOf, mergeDrafts, mergeTexts } from './draft.js';

const draft = (change: Partial<Draft> = {}): Draft => ({
  name: 'Arrivals',
  description: 'For ships.',
  text: 'one\ntwo\nthree\nfour',
  state: 'draft',
  ...change,
});

describe('a merge', () => {
  it('keeps both changes of different lines', () => {
    expect(mergeTexts('a\nb\nc\nd', 'A\nb\nc\nd', 'a\nb\nc\nd\ne')).toBe('A\nb\nc\nd\ne');
    expect(mergeTexts('a\nb\nc', 'a\nb\nc', 'a\nc')).toBe('a\nc');
    expect(mergeTexts('a\nb\nc', 'a\nnew\nb\nc', 'a\nb\nlast')).toBe('a\nnew\nb\nlast');
    expect(mergeTexts('a\nb', 'x\nb', 'x\nb')).toBe('x\nb');
  });

  it('leaves changes of the same lines to the person', () => {
    expect(mergeTexts('a\nb\nc', 'a\nours\nc', 'a\ntheirs\nc')).toBeUndefined();
    const ours = draft({ text: 'one\nours\nthree\nfour', name: 'Ours' });
    const theirs = draft({ text: 'one\ntheirs\nthree\nfour', state: 'ready' });
    expect(mergeDrafts(draft(), ours, theirs)).toEqual({
      draft: { ...ours, state: 'ready' },
      conflicts: [],
      isTextConflict: true,
    });
  });
});

it('recognizes a kept draft, and nothing else', () => {
  expect(isDraft(draft())).toBe(true);
  for (const value of [null, '', {}, [], { ...draft(), text: 1 }, { ...draft(), state: 'x' }])
    expect(isDraft(value)).toBe(false);
});

it('mentions a tool with its required inputs', () => {
  const inputs = [{ name: 'Ship name' }, { name: 'flag', required: false }];
  expect(mentionOf({ name: 'find_ship', inputs })).toBe('`find_ship(Ship_name)`');
});
