import type { Design } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { listDesignChanges } from './design-changes.js';

const design = (document: JsonObject, more: Partial<Design> = {}): Design => ({
  kind: 'team',
  id: 'harbour-team',
  version: 1,
  owner: 'tom',
  name: 'Harbour team',
  visibility: 'private',
  grants: [],
  document,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
});

const member = (name: string, when: string) => ({ name, when });
const before = design({ entry: 'desk', members: [member('desk', 'Always.'), member('weather', 'On wind.')] });

describe('listDesignChanges', () => {
  it('says that a design is created, and nothing of one that stays', () => {
    expect(listDesignChanges({ design: before, outcome: 'created' })).toEqual(["Creates the team 'harbour-team'."]);
    expect(listDesignChanges({ design: before, outcome: 'unchanged' })).toEqual([]);
  });

  it('names the members that change, and the parts of lists by their names', () => {
    const after = design(
      {
        entry: 'desk',
        members: [member('desk', 'First.'), member('tides', 'On tides.')],
        description: 'For captains.',
      },
      { visibility: 'public', version: 2 },
    );
    expect(listDesignChanges({ design: after, before, outcome: 'updated' })).toEqual([
      'Changes visibility.',
      "Changes 'desk' in members.",
      "Removes 'weather' from members.",
      "Adds 'tides' to members.",
      'Changes description.',
    ]);
  });

  it('says when only the order of a list changes, and limits the number of sentences', () => {
    const many = (count: number, when: string) =>
      design({ members: Array.from({ length: count }, (_, at) => member(`m${at}`, when)) });
    const reordered = design({ entry: 'desk', members: [member('weather', 'On wind.'), member('desk', 'Always.')] });
    expect(listDesignChanges({ design: reordered, before, outcome: 'updated' })).toEqual([
      'Changes the order of members.',
    ]);
    const changes = listDesignChanges({ design: many(60, 'b'), before: many(60, 'a'), outcome: 'updated' });
    expect([changes.length, changes.at(-1)]).toEqual([51, 'Changes 10 more of members.']);
  });
});
