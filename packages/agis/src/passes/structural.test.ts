/** Pass 1: the parts of a document, its vocabulary block and its data manifest. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { rankSensitivity } from '../fields.js';
import type { AgisDraft } from '../idl.support.js';
import { evaluate, evaluateText, findEndpoint, makeDocument, verdicts } from '../idl.support.js';

type Change = (document: AgisDraft) => void;

const found = (change: Change) => verdicts(evaluate(makeDocument(change)));
const first = (change: Change) => found(change).filter((each) => each.split(' ')[1] === '1');
const set =
  (name: string, value: unknown): Change =>
  (document) => {
    if (value === undefined) delete document[name];
    else document[name] = value;
  };
const infos = (change: Change) =>
  evaluate(makeDocument(change))
    .filter(({ severity }) => severity === 'info')
    .map(({ rule }) => rule);

describe('header', () => {
  it.each([undefined, '', '2.0', '1', null])('[AGIS-DOC-01] rejects agis: %j', (value) => {
    expect(found(set('agis', value))).toEqual(['error 1 AGIS-DOC-01']);
    expect(evaluateText('agis: 1.0').filter(({ rule }) => rule === 'AGIS-DOC-01')).toMatchObject([
      { severity: 'warning', fix: { value: '1.0' }, help: 'Put it in quotes: "1.0".' },
    ]);
    expect(found(set('agis', '1.0'))).toEqual([]);
  });

  it.each([undefined, '', '   ', 7])('[AGIS-DOC-02] rejects service: %j', (value) => {
    expect(found(set('service', value))).toEqual(['error 1 AGIS-DOC-02']);
  });

  it.each([undefined, '', 'https://api.example', 'tables.harbour.example', 'agtp://', 'agtp:///x', 5])(
    '[AGIS-DOC-03] rejects agtp: %j',
    (value) => {
      expect(found(set('agtp', value))).toEqual(['error 1 AGIS-DOC-03']);
      expect(found(set('agtp', 'agtp://reservations.acme.com'))).toEqual([]);
      expect(found(set('agtp', 'agtp://host:4480/path'))).toEqual([]);
    },
  );

  it.each([undefined, [], { BOOK: {} }])('[AGIS-DOC-04] rejects endpoints: %j', (value) => {
    expect(first(set('endpoints', value))).toEqual(['error 1 AGIS-DOC-04']);
  });

  it('[AGIS-DOC-05] [AGIS-VAL-03] requires a vocabulary and names it', () => {
    const [finding] = evaluate(makeDocument(set('vocabulary', undefined)));
    expect(finding).toMatchObject({ rule: 'AGIS-DOC-05', element: 'vocabulary', severity: 'error' });
    expect(finding?.message).toContain('vocabulary');
  });

  it.each([
    ['agis', ''],
    ['service', ''],
    ['agtp', ''],
    ['endpoints', []],
    ['vocabulary', {}],
  ])(
    '[AGIS-DOC-06] [AGIS-VAL-03] one error of pass 1 names %s when it is missing, and when it is empty',
    (name, empty) => {
      for (const value of [undefined, empty]) {
        const errors = evaluate(makeDocument(set(name, value))).filter(
          ({ pass, severity }) => pass === 1 && severity === 'error',
        );
        expect(errors).toHaveLength(1);
        expect(errors[0]?.message).toContain(name);
      }
    },
  );

  it('[AGIS-DOC-07] a missing description is an info', () => {
    expect(found(set('description', undefined))).toEqual([]);
    expect(infos(set('description', undefined))).toEqual(['AGIS-DOC-07']);
  });

  it('[AGIS-DOC-08] a missing version is an info; the version of the vocabulary counts', () => {
    expect(infos(set('version', undefined))).toEqual(['AGIS-DOC-08']);
    expect(
      infos((document) => {
        delete document.version;
        document.vocabulary.version = '1.2.0';
      }),
    ).toEqual([]);
  });

  it('[AGIS-DOC-10] [AGIS-MAN-01] a negotiable service requires a manifest with at least one class', () => {
    const negotiable =
      (manifest: unknown, value: boolean | undefined): Change =>
      (document) => {
        if (value !== undefined) document.vocabulary.negotiable = value;
        if (manifest !== undefined) document.data_manifest = manifest;
      };
    expect(found(negotiable(undefined, true))).toEqual(['error 1 AGIS-DOC-10']);
    expect(found(negotiable(undefined, false))).toEqual([]);
    expect(found(negotiable(undefined, undefined))).toEqual([]);
    expect(found(negotiable({ available_data: [] }, true))).toEqual(['error 1 AGIS-MAN-01']);
    expect(infos(negotiable({ available_data: [menu()] }, false))).toEqual(['AGIS-MAN-01']);
  });

  it('[AGIS-DOC-14] a method and a path occur once, whatever the parameter names', () => {
    const add =
      (...paths: [string, string][]): Change =>
      (document) => {
        document.endpoints = paths.map(([method, path]) => ({ ...findEndpoint(), method, path }));
        document.vocabulary.declared_verbs = [...new Set(paths.map(([method]) => method.toUpperCase()))];
      };
    expect(first(add(['FIND', '/title'], ['FIND', '/title']))).toEqual(['error 1 AGIS-DOC-14']);
    expect(first(add(['FIND', '/title/{id}'], ['FIND', '/title/{title_id}']))).toEqual(['error 1 AGIS-DOC-14']);
    expect(first(add(['Find', '/title'], ['FIND', '/title']))).toEqual(['error 1 AGIS-DOC-14']);
    expect(first(add(['FIND', '/title'], ['RESERVE', '/title']))).toEqual([]);
  });

  it('[AGIS-DOC-16] an unknown field is a warning that suggests the nearest name; an "x_" field is accepted', () => {
    expect(found(set('colour', 'red'))).toEqual(['warning 1 AGIS-DOC-16']);
    expect(found(set('x_team', 'a'))).toEqual([]);
    expect(found(set('x-team', 'a'))).toEqual([]);
    const near = evaluate(makeDocument((document) => Object.assign(document.vocabulary, { declared_verb: ['FIND'] })));
    expect(near[0]?.message).toContain('did you mean "declared_verbs"');
  });

  it('[AGIS-SER-08] another spelling of a field is an error that names the correct one; data may have any names', () => {
    const finding = evaluate(
      makeDocument(({ endpoints: [find] }) => {
        if (find === undefined) return;
        const { semantic, ...rest } = find;
        Object.assign(find, { Semantic: semantic }, rest);
        delete (find as Partial<typeof find>).semantic;
      }),
    );
    expect(verdicts(finding)).toEqual(['error 1 AGIS-SER-08']);
    expect(finding[0]?.help).toBe('Rename it to "semantic".');
    const free: Change = ({ endpoints: [find] }) => {
      Object.assign(find?.semantic ?? {}, { state_transition: { 'Loan.Status': 'A -> B' }, impact_tier: 'reversible' });
      Object.assign(find?.output ?? {}, { properties: { ResultCount: { type: 'integer' } } });
    };
    expect(found(free)).toEqual([]);
  });

  it('[AGIS-SER-14] a wrong type anywhere is an error of pass 1', () => {
    expect(found(({ endpoints: [find] }) => Object.assign(find ?? {}, { semantic: ['intent'] }))).toEqual([
      'error 1 AGIS-SER-14',
    ]);
    expect(first(({ endpoints }) => endpoints.push('FIND /x' as never))).toEqual(['error 1 AGIS-SER-14']);
    expect(found(set('description', 5))).toEqual(['error 1 AGIS-SER-14']);
    expect(found(set('schemas', []))).toEqual(['error 1 AGIS-SER-14']);
    expect(found((document) => Object.assign(document.vocabulary, { namespace: 5 }))).toEqual(['error 1 AGIS-SER-14']);
  });

  it('a document that is not an object has one finding', () => {
    expect(verdicts(evaluateText('[1, 2]'))).toEqual(['error 1 AGIS-DOC-11']);
    expect(verdicts(evaluateText('just text'))).toEqual(['error 1 AGIS-DOC-11']);
  });
});

describe('vocabulary block', () => {
  const vocabulary =
    (change: JsonObject): Change =>
    (document) =>
      Object.assign(document.vocabulary, change);

  it('[AGIS-VOC-01] requires a list of verbs', () => {
    expect(found((document) => delete document.vocabulary.declared_verbs)).toEqual(['error 1 AGIS-VOC-01']);
    expect(first(vocabulary({ declared_verbs: [1, 2] }))).toEqual(['error 1 AGIS-VOC-01']);
    expect(first(vocabulary({ declared_verbs: { FIND: true } }))).toEqual(['error 1 AGIS-VOC-01']);
  });

  it('[AGIS-VOC-05] a missing domain is a warning; any word is accepted', () => {
    expect(found((document) => delete document.vocabulary.domain)).toEqual(['warning 1 AGIS-VOC-05']);
    expect(found(vocabulary({ domain: 'beekeeping' }))).toEqual([]);
  });

  it('[AGIS-VOC-06] a namespace is optional', () => {
    expect(evaluate(makeDocument((document) => delete document.vocabulary.namespace))).toEqual([]);
  });

  it('[AGIS-VOC-08] the block may have a version', () => {
    expect(evaluate(makeDocument(vocabulary({ version: '1.2.0' })))).toEqual([]);
  });

  it('negotiable is a boolean', () => {
    expect(found(vocabulary({ negotiable: 1 }))).toEqual(['error 1 AGIS-VOC-09']);
    expect(found(vocabulary({ negotiable: false }))).toEqual([]);
  });
});

function menu(change: JsonObject = {}): JsonObject {
  return { class: 'menu', description: 'Menus of the restaurants', formats: ['json'], sensitivity: 'low', ...change };
}

describe('data manifest', () => {
  const manifest =
    (classes: JsonObject[], more: JsonObject = {}): Change =>
    (document) => {
      document.vocabulary.negotiable = true;
      document.data_manifest = { available_data: classes, ...more };
    };

  it('[AGIS-MAN-03] a class has a unique name; other missing members are warnings', () => {
    const { class: _, ...nameless } = menu();
    expect(found(manifest([nameless]))).toEqual(['error 1 AGIS-MAN-03']);
    expect(found(manifest([{ class: 'menu', sensitivity: 'low' }]))).toEqual([
      'warning 1 AGIS-MAN-03',
      'warning 1 AGIS-MAN-03',
    ]);
    expect(found(manifest([menu(), menu()]))).toEqual(['error 1 AGIS-MAN-03']);
  });

  it('[AGIS-MAN-04] accepts six words for sensitivity, in three levels', () => {
    for (const sensitivity of ['low', 'medium', 'high', 'informational', 'reversible', 'irreversible'])
      expect(found(manifest([menu({ sensitivity, requires_authorization: true })]))).toEqual([]);
    expect(found(manifest([menu({ sensitivity: 'secret' })]))).toEqual(['error 1 AGIS-MAN-04']);
    expect(['low', 'medium', 'high', 'secret'].map(rankSensitivity)).toEqual([0, 1, 2, undefined]);
    expect(['informational', 'reversible', 'irreversible'].map(rankSensitivity)).toEqual([0, 1, 2]);
    expect(infos(manifest([menu(), menu({ class: 'rota', sensitivity: 'reversible' })]))).toEqual(['AGIS-MAN-04']);
  });

  it('[AGIS-MAN-05] high sensitivity without authorization is a warning', () => {
    for (const sensitivity of ['high', 'irreversible']) {
      expect(found(manifest([menu({ sensitivity })]))).toEqual(['warning 1 AGIS-MAN-05']);
      expect(found(manifest([menu({ sensitivity, requires_authorization: false })]))).toEqual([
        'warning 1 AGIS-MAN-05',
      ]);
      expect(found(manifest([menu({ sensitivity, requires_authorization: true })]))).toEqual([]);
    }
  });

  it('[AGIS-MAN-06] pre_auth_discovery is a boolean of the manifest', () => {
    expect(found(manifest([menu()], { pre_auth_discovery: 1 }))).toEqual(['error 1 AGIS-MAN-06']);
    expect(found(manifest([menu()], { pre_auth_discovery: 'yes' }))).toEqual(['error 1 AGIS-SER-11']);
    expect(found(set('pre_auth_discovery', true))).toEqual(['warning 1 AGIS-MAN-06']);
  });

  it.each([
    'Accounts such as anna.berg@bank.example',
    'Cards like 4111 1111 1111 1111',
    'Call +47 555 123 456 for details',
    'Read with key sk_live_abcdefghijklmnop',
    'Letters to Dr. Hansen',
  ])('[AGIS-MAN-08] contents in a public manifest are a warning: %s', (description) => {
    expect(found(manifest([menu({ description })], { pre_auth_discovery: true }))).toContain('warning 1 AGIS-MAN-08');
    expect(found(manifest([menu({ description })]))).toEqual([]);
    const kinds = menu({ description: 'Menus of the restaurants, by season' });
    expect(found(manifest([kinds], { pre_auth_discovery: true }))).toEqual([]);
  });

  it.each(['4,218 patients', 'Rows with ssn_last4', 'Customers by field surname'])(
    '[AGIS-MAN-09] counts and names of fields in a public manifest are a warning: %s',
    (description) => {
      expect(found(manifest([menu({ description })], { pre_auth_discovery: true }))).toContain('warning 1 AGIS-MAN-09');
      expect(found(manifest([menu({ description: 'Menus of the day' })], { pre_auth_discovery: true }))).toEqual([]);
    },
  );

  it('[AGIS-MAN-09] a schema in a public manifest is a warning', () => {
    const found1 = found(manifest([menu({ schema: { type: 'object' } })], { pre_auth_discovery: true }));
    expect(found1).toContain('warning 1 AGIS-MAN-09');
  });
});
