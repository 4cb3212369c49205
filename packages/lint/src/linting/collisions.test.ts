/** Tests that confusable tools of two providers are reported. */

import { createEmbedder } from '@dragoman/embedder';
import { describe, expect, it } from 'vitest';
import { buildCase } from '../rule-model/rule-cases.js';
import { type CollisionSearch, createCollisionFinder } from './collisions.js';
import { lintDocument } from './lint-document.js';

const report = (uri: string, operationId: string, summary: string) =>
  lintDocument(new TextEncoder().encode(JSON.stringify(buildCase({ 'post /m': { operationId, summary } }))), { uri });
const collisions = (reports: readonly ReturnType<typeof report>[], search: CollisionSearch = {}) =>
  reports
    .map(createCollisionFinder(search))
    .flatMap(({ findings }) => findings.filter(({ rule }) => rule === 'cross-provider-collision'));

describe('createCollisionFinder', () => {
  it.each([
    ['equal names', 'send_email', 'send_email', 'B'],
    ['nearly equal names', 'send_email', 'send_emails', 'B'],
    ['equal summaries', 'mail_post', 'letter_dispatch', 'A'],
  ])('reports %s', (_, one, other, summary) => {
    const [found] = collisions([report('a.json', one, 'A'), report('b.json', other, summary)]);
    expect(found).toMatchObject({ severity: 'warning', location: { uri: 'b.json' }, related: [{ uri: 'a.json' }] });
  });

  it('reports nothing for different names or a single document', () => {
    expect(collisions([report('a.json', 'acme_send_email', 'A'), report('b.json', 'borg_send_email', 'B')])).toEqual(
      [],
    );
    expect(collisions([report('a.json', 'send_email', 'A')])).toEqual([]);
  });

  it('reports the line, applies severity overrides, can be turned off, and can be suppressed with a reason', () => {
    const pair = [report('a.json', 'send_email', 'A'), report('b.json', 'send_email', 'B')];
    expect(collisions(pair)[0]).toMatchObject({ location: { start: { line: 1 } }, related: [{ start: { line: 1 } }] });
    expect(collisions(pair, { levels: { 'cross-provider-collision': 'error' } })[0]?.severity).toBe('error');
    expect(collisions(pair, { levels: { 'cross-provider-collision': 'off' } })).toEqual([]);
    const passed = pair.map(
      createCollisionFinder({
        findSuppression: ({ rule }) => (rule === 'cross-provider-collision' ? 'ours' : undefined),
      }),
    );
    expect(passed[1]?.findings).toEqual(pair[1]?.findings);
    expect(passed[1]?.suppressed).toMatchObject([{ rule: 'cross-provider-collision', reason: 'ours' }]);
  });

  it('truncates long names', () => {
    const [found] = collisions([report('a.json', 'x'.repeat(10_000), 'A'), report('b.json', 'x'.repeat(10_000), 'B')]);
    expect(found?.message.length).toBeLessThan(400);
  });

  describe('by meaning', async () => {
    const meaning = await createEmbedder({ tier: 'instant' });
    const pair = (one: string, other: string) => [
      report('a.json', 'album_photos', one),
      report('b.json', 'shots', other),
    ];

    it('reports paraphrased summaries when a model is available', () => {
      const alike = pair('Get the photos of an album', 'Fetch the pictures in an album');
      expect(collisions(alike)).toEqual([]);
      expect(collisions(alike, { meaning }).map(({ message }) => message)).toEqual([
        'shots looks like album_photos of a.json.',
      ]);
    });

    it.each([
      ['opposite actions', 'Start the backup of a site', 'Stop the backup of a site'],
      ['a resource and its part', 'Delete a recorded talk', 'Delete an item of a recorded talk'],
      ['near names', 'Create a new license for software', 'Create a new licensee for software'],
      ['texts that say too little', 'Get it', 'Fetch it'],
    ])('reports nothing for %s', (_, one, other) => {
      expect(collisions(pair(one, other), { meaning })).toEqual([]);
    });
  });
});
