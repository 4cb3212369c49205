/** Shows that tools of two providers that could pass for one another are told. */
import { describe, expect, it } from 'vitest';
import { findCollisions } from './collisions.js';
import { lintDocument } from './lint-document.js';
import { buildCase } from './rule-cases.js';

const report = (uri: string, operationId: string, summary: string) =>
  lintDocument(new TextEncoder().encode(JSON.stringify(buildCase({ 'post /m': { operationId, summary } }))), { uri });
const collisions = (...reports: ReturnType<typeof report>[]) =>
  findCollisions(reports).flatMap(({ findings }) => findings.filter(({ rule }) => rule === 'cross-provider-collision'));

describe('findCollisions', () => {
  it.each([
    ['equal names', 'send_email', 'send_email', 'B'],
    ['nearly equal names', 'send_email', 'send_emails', 'B'],
    ['equal summaries', 'mail_post', 'letter_dispatch', 'A'],
  ])('tells %s', (_, one, other, summary) => {
    const [found] = collisions(report('a.json', one, 'A'), report('b.json', other, summary));
    expect(found).toMatchObject({ severity: 'warning', location: { uri: 'b.json' }, related: [{ uri: 'a.json' }] });
  });

  it('says nothing of names that differ, or of one document', () => {
    expect(collisions(report('a.json', 'acme_send_email', 'A'), report('b.json', 'borg_send_email', 'B'))).toEqual([]);
    expect(collisions(report('a.json', 'send_email', 'A'))).toEqual([]);
  });
});
