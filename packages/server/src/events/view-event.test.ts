import type { Caller } from '@dragoman/core/engine';
import { anonymous } from '@dragoman/core/engine';
import type { EntryEvent, LiveEvent } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Audience } from './event.js';
import { viewEvent } from './view-event.js';

const at = '2026-03-01T00:00:00.000Z';
const key = (subject: string, ...scopes: string[]): Caller => ({ kind: 'key', subject, scopes });
const [ann, bob, admin] = [key('ann'), key('bob', 'team-blue'), key('root', 'admin')];
const open = { visibility: 'public', owner: 'ann', grants: [] } as const;
const hidden = { visibility: 'private', owner: 'ann', grants: [] as string[] } as const;

describe('what a reader sees of an event', () => {
  const entry: EntryEvent = { type: 'entry.changed', at, service: 'pier', name: 'Pier', operations: 2 };
  const seen = (audience: Omit<Extract<Audience, { kind: 'entry' }>, 'kind'>, caller: Caller) =>
    viewEvent({ event: entry, audience: { kind: 'entry', ...audience } }, caller)?.type;

  it('follows the visibility of the service before and after the change', () => {
    for (const [before, after, expected] of [
      [undefined, open, 'entry.added'],
      [open, open, 'entry.changed'],
      [open, hidden, 'entry.removed'],
      [hidden, open, 'entry.added'],
      [hidden, hidden, undefined],
      [undefined, hidden, undefined],
      [hidden, undefined, undefined],
      [hidden, { ...hidden, grants: ['caller:bob'] }, 'entry.added'],
      [hidden, { ...hidden, grants: ['scope:team-blue'] }, 'entry.added'],
    ] as const) {
      const audience = {
        ...(before === undefined ? {} : { before: { ...before, grants: [...before.grants] } }),
        ...(after === undefined ? {} : { after: { ...after, grants: [...after.grants] } }),
      };
      expect(seen(audience, bob), JSON.stringify([before, after])).toBe(expected);
    }
    expect(seen({ before: { ...hidden, grants: [] }, after: { ...hidden, grants: [] } }, ann)).toBe('entry.changed');
    expect(seen({ before: { ...hidden, grants: [] } }, admin)).toBe('entry.removed');
  });

  it('has no name of a service that was hidden from the reader', () => {
    const audience: Audience = { kind: 'entry', before: { ...open, grants: [] }, after: { ...hidden, grants: [] } };
    expect(viewEvent({ event: entry, audience }, bob)).toEqual({ type: 'entry.removed', at, service: 'pier' });
  });

  it('has calls of others only for administrators, and nobody is the anonymous caller', () => {
    const event = { type: 'source.checked' } as LiveEvent;
    const by = (subject: string, caller: Caller) =>
      viewEvent({ event, audience: { kind: 'subject', subject } }, caller) !== undefined;
    expect([by('ann', ann), by('ann', bob), by('ann', admin)]).toEqual([true, false, true]);
    expect(by('anonymous', anonymous)).toBe(false);
  });

  it('counts omitted calls of the reader only, and says when they are not all counted', () => {
    const groups = [
      { service: 'a', caller: 'ann', count: 2, failed: 0 },
      { service: 'a', caller: 'bob', count: 3, failed: 1 },
    ];
    const view = (incomplete: boolean, caller: Caller) =>
      viewEvent({ event: { type: 'calls.omitted', at, groups, incomplete }, audience: { kind: 'callers' } }, caller);
    expect(view(false, admin)).toMatchObject({ groups });
    expect(view(false, bob)).toMatchObject({ groups: [groups[1]] });
    expect(view(false, key('eve'))).toBeUndefined();
    expect(view(true, key('eve'))).toMatchObject({ groups: [], incomplete: true });
  });
});
