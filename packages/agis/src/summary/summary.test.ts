/** The short summary, member by member (AGIS §11.1). */
import { readFileSync } from 'node:fs';
import { anonymous } from '@dragoman/core/engine';
import { showDocument, writeOwnDocument } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { fixture, validator } from '../../../core/src/protocols/agis/agis.support.js';
import { parseAgis } from '../parse-agis.js';
import { writeSummary } from './summary.js';

const freight = fixture('tarn-freight');
const facts = { document: 'agtp://freight.tarnvalley.example', related: [], confirms: false };
const summary = writeSummary(freight, facts);
const vocabulary = freight.vocabulary as JsonObject;

describe('the summary of a document', () => {
  it('[AGIS-WK-02] [AGIS-WK-03] [AGIS-WK-04] [AGIS-WK-05] [AGIS-WK-06] [AGIS-WK-07] [AGIS-WK-08] [AGIS-WK-09] [AGIS-WK-10] [AGIS-WK-11] [AGIS-WK-12] [AGIS-WK-13] [AGIS-WK-14] [AGIS-WK-15] [AGIS-WK-16] has every member of the worked example', () => {
    expect(summary).toEqual({
      agis: '1.0',
      service: 'Tarn Valley Road Freight',
      agtp: 'agtp://freight.tarnvalley.example',
      agis_document: 'agtp://freight.tarnvalley.example',
      methods: ['QUOTE', 'DISPATCH', 'TRACK', 'AMEND', 'CANCEL', 'NOTIFY'],
      domain: 'logistics',
      namespace: 'tarn-freight',
      negotiable: true,
      capability_summary: ['analysis', 'transaction', 'retrieval', 'modification', 'notification'],
      data_classes: ['depot-location', 'delivery-history'],
      pre_auth_discovery: true,
      version: '2.4.0',
      interaction_protocols: ['request', 'negotiate', 'query'],
      related_services: [],
    });
    expect(summary.methods).toEqual(vocabulary.declared_verbs);
  });

  it('contains nothing that the document lacks: no namespace, no classes, no negotiation', () => {
    const { namespace: _, negotiable: __, ...plain } = vocabulary;
    const changed: JsonObject = { ...freight, vocabulary: plain };
    const { data_manifest: ___, version: ____, ...document } = changed;
    const short = writeSummary(document, facts);
    expect(short).toMatchObject({ negotiable: false, pre_auth_discovery: false, version: '2.4.0' });
    expect(short).not.toHaveProperty('namespace');
    expect(short).not.toHaveProperty('data_classes');
    expect(short.interaction_protocols).toEqual(['request', 'query']);
  });

  it('lists confirmation when irreversible calls require it', () => {
    expect(writeSummary(freight, { ...facts, confirms: true }).interaction_protocols).toEqual([
      'request',
      'negotiate',
      'confirm',
      'query',
    ]);
  });

  it('[AGIS-WK-19] cannot reveal sensitivity, authorization or descriptions of classes', () => {
    const text = JSON.stringify(summary);
    for (const word of ['sensitivity', 'requires_authorization', 'Past deliveries', 'Places and opening hours']) {
      expect(text).not.toContain(word);
    }
    const odd = {
      ...freight,
      data_manifest: { available_data: [{ class: { sensitivity: 'high' } }, 'text', { class: 'a' }] },
    };
    expect(writeSummary(odd, facts).data_classes).toEqual(['a']);
  });
});

describe('statements about the HTTP binding', () => {
  it.each(['packages/core/src/protocols/agis/README.md', 'docs/guides/agis.md'])(
    '[AGIS-HTTP-06] %s does not call it full conformance',
    (file) => {
      const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8').replace(/\s+/g, ' ');
      expect(text).toMatch(/not (?:to be called fully conforming|call full conformance)/);
      expect(text).not.toMatch(/(?<!not to be called )fully conforming/);
    },
  );
});

describe('the document of the registry', () => {
  it('conforms at level 2 without a warning, and is public unchanged', () => {
    const document = writeOwnDocument({ origin: 'https://registry.test', version: '1.2.3' });
    const { value } = parseAgis(new TextEncoder().encode(JSON.stringify(document)));
    const report = validator.validate(value ?? expect.fail('not parsed'), { level: 2 });
    expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(report.missingForLevel2).toEqual([]);
    expect(showDocument(document, anonymous)).toBe(document);
  });
});
