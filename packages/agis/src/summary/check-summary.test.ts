/** Required, forbidden and consistent members of a summary (AGIS §11.1; agis.md R29). */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { fixture } from '../../../core/src/protocols/agis/agis.support.js';
import { without } from '../wire.js';
import { checkSummary, isSummary } from './check-summary.js';
import { writeSummary } from './summary.js';

const freight = fixture('tarn-freight');
const facts = { document: 'https://freight.example/agis', related: ['agtp://other.example'], confirms: true };
const summary = writeSummary(freight, facts);
const found = (value: JsonValue, document?: JsonObject) =>
  checkSummary(value, document).map(({ severity, code, location }) => `${severity} ${code} ${location.pointer}`);
const wrong = (member: string) => [`error agis/summary-member-wrong /${member}`];

describe('a summary without its document', () => {
  it('[AGIS-WK-02] is one JSON object', () => {
    expect(found(summary)).toEqual([]);
    for (const value of [[summary], 'agis: "1.0"', null, 7])
      expect(found(value)).toEqual(['error agis/summary-not-object ']);
  });

  it.each(['agis', 'service', 'agtp', 'agis_document', 'methods'])(
    '[AGIS-WK-03] [AGIS-WK-04] [AGIS-WK-05] [AGIS-WK-06] [AGIS-WK-07] is rejected without %s, which the error names',
    (member) => {
      expect(checkSummary(without(summary, member))).toMatchObject([
        { code: 'agis/summary-member-missing', severity: 'error', message: `The summary has no '${member}'.` },
      ]);
      expect(found({ ...summary, [member]: member === 'methods' ? [] : '' })).toHaveLength(1);
      expect(found({ ...summary, [member]: 7 })).toEqual(wrong(member));
    },
  );

  it.each(['domain', 'negotiable', 'capability_summary', 'pre_auth_discovery', 'version', 'interaction_protocols'])(
    'should have %s',
    (member) => {
      expect(found(without(summary, member))).toContain('warning agis/summary-member-advised ');
      expect(found({ ...summary, [member]: 7 })).toContain(wrong(member)[0]);
    },
  );

  it.each(['namespace', 'data_classes', 'related_services', 'mcp_tools_list'])(
    '[AGIS-WK-09] [AGIS-WK-12] may omit %s, and is rejected with a wrong value for it',
    (member) => {
      expect(found(without(summary, member))).toEqual([]);
      expect(found({ ...summary, [member]: { a: 1 } })).toEqual(wrong(member));
    },
  );

  it.each<[string, JsonValue]>([
    ['agis', '2.0'],
    ['agtp', 'https://freight.example'],
    ['agis_document', 'ftp://freight.example/x'],
    ['agis_document', 'javascript:alert(1)'],
    ['methods', ['QUOTE', 5]],
    ['negotiable', 'true'],
    ['capability_summary', ['orchestration']],
    ['pre_auth_discovery', 1],
    ['interaction_protocols', ['request', 'negotiate', 'stream']],
    ['related_services', ['https://evil.example']],
    ['related_services', Array.from({ length: 501 }, (_, at) => `agtp://s${at}.example`)],
    ['mcp_tools_list', '//evil.example/tools'],
  ])('[AGIS-WK-11] [AGIS-WK-15] [AGIS-WK-16] is rejected with %s: %j', (member, value) => {
    expect(found({ ...summary, [member]: value })).toContain(wrong(member)[0]);
  });

  it('[AGIS-WK-15] lists negotiation exactly when the service negotiates', () => {
    const finding = ['warning agis/summary-negotiate /interaction_protocols'];
    expect(found({ ...summary, negotiable: false })).toEqual(finding);
    expect(found({ ...summary, interaction_protocols: ['request'] })).toEqual(finding);
    expect(found({ ...summary, negotiable: false, interaction_protocols: ['request'] })).toEqual([]);
  });

  it('[AGIS-WK-19] reveals only class names of the manifest, at any depth', () => {
    expect(found({ ...summary, sensitivity: 'high' })).toEqual(['error agis/summary-reveals /sensitivity']);
    expect(found({ ...summary, x_more: [{ 'a/b': { requires_authorization: true } }] })).toEqual([
      'error agis/summary-reveals /x_more/0/a~1b/requires_authorization',
    ]);
    expect(found({ ...summary, data_classes: [{ class: 'a', description: 'Rows' }] })).toEqual(wrong('data_classes'));
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as JsonValue;
    expect(found({ ...summary, x_deep: deep })).toEqual([]);
  });
});

describe('a summary with its document', () => {
  it.each<[string, JsonValue]>([
    ['service', 'Somebody else'],
    ['agtp', 'agtp://other.example'],
    ['methods', ['QUOTE']],
    ['methods', ['QUOTE', 'DISPATCH', 'TRACK', 'AMEND', 'CANCEL', 'NOTIFY', 'TRANSFER']],
    ['domain', 'finance'],
    ['namespace', 'other'],
    ['capability_summary', ['analysis']],
    ['data_classes', ['depot-location', 'driver-roster']],
    ['pre_auth_discovery', false],
    ['version', '9.9.9'],
  ])('[AGIS-WK-03] [AGIS-WK-08] [AGIS-WK-10] [AGIS-WK-13] [AGIS-WK-14] differs in %s: %j', (member, value) => {
    expect(found(summary, freight)).toEqual([]);
    expect(found({ ...summary, [member]: value }, freight)).toEqual([`error agis/summary-differs /${member}`]);
  });

  it('[AGIS-WK-08] [AGIS-WK-10] [AGIS-WK-12] [AGIS-WK-13] [AGIS-WK-14] is compared with a document that has fewer members', () => {
    const { domain: _, negotiable: __, ...vocabulary } = freight.vocabulary as JsonObject;
    const less = { ...without(freight, 'data_manifest', 'version'), vocabulary };
    const short = writeSummary(less, facts);
    expect(short).toMatchObject({ negotiable: false, pre_auth_discovery: false, version: vocabulary.version });
    expect(found(short, less)).toEqual(['warning agis/summary-member-advised ']);
    expect(found({ ...short, data_classes: [] }, less)).toEqual(['warning agis/summary-member-advised ']);
    expect(found({ ...short, data_classes: ['a'] }, less)).toContain('error agis/summary-differs /data_classes');
  });

  it('compares methods as a set, ignoring case', () => {
    const methods = ['notify', 'CANCEL', 'AMEND', 'TRACK', 'DISPATCH', 'QUOTE'];
    expect(found({ ...summary, methods }, freight)).toEqual([]);
  });

  it('is distinguished from a document by its link to one', () => {
    expect([isSummary(summary), isSummary(freight), isSummary([]), isSummary({ agis: '1.0' })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
