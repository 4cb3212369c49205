/** Tests which GETs are planned when paths and texts are in a language that is not read. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { openApi } from '../linting/lint-document.js';
import { defaultSettings } from '../settings/settings.js';
import { planProbe } from './plan.js';

const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const customers = { type: 'array', items: object('id', 'name') };

/** Paths of GETs that are planned; `schema` is that of the response. */
function planned(gets: Record<string, { schema?: JsonObject; summary?: string }>, others: JsonObject = {}): string[] {
  const paths = Object.entries(gets).map(([path, { schema, summary }]) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true }));
    const content = schema === undefined ? {} : { content: { 'application/json': { schema } } };
    const get = { ...(summary && { summary }), parameters, responses: { 200: { description: 'OK', ...content } } };
    return [path, { get }];
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(paths),
    ...others,
  };
  const api = openApi(document, defaultSettings);
  if (api === undefined) throw new Error('not an API description');
  const plan = planProbe(api, { base: new URL('http://127.0.0.1:1'), writes: [], maxRequests: 10 });
  return plan.reads.map(({ path }) => path);
}

describe('GETs in a language that is not read', () => {
  it('holds words that are in no dictionary, with and without an acknowledgment', () => {
    const done = object('ok', 'message');
    expect(planned({ '/kunden/{id}/loeschen': {}, '/cache/vaciar': { schema: done }, '/ordini/annulla': {} })).toEqual(
      [],
    );
  });

  it('sends lists, their items, and resources whose schema has the same name', () => {
    const gets = {
      '/kunden': { schema: customers, summary: 'Alle Kunden der Firma' },
      '/kunden/{id}': { schema: object('id', 'name') },
      '/saldo': { schema: object('wert') },
    };
    expect(planned(gets)).toEqual(['/kunden', '/kunden/{id}', '/saldo']);
    expect(planned({ '/mandanten': {} }, { components: { schemas: { Mandant: object('id') } } })).toEqual([
      '/mandanten',
    ]);
  });

  it('sends a response with data unless the word looks like a verb', () => {
    const schema = object('wert', 'einheit');
    expect(planned({ '/konto/saldo': { schema }, '/konto/sperren': { schema } })).toEqual(['/konto/saldo']);
  });
});
