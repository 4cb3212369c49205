/** Tests which GETs are planned when no known word says what they do. */
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
function planned(
  gets: Record<string, { schema?: JsonObject; summary?: string; operationId?: string }>,
  others: JsonObject = {},
): string[] {
  const paths = Object.entries(gets).map(([path, { schema, summary, operationId }]) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true }));
    const content = schema === undefined ? {} : { content: { 'application/json': { schema } } };
    const named = { ...(summary && { summary }), ...(operationId && { operationId }) };
    const get = { ...named, parameters, responses: { 200: { description: 'OK', ...content } } };
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

const withText = (texts: Record<string, string>, schema?: JsonObject) =>
  Object.fromEntries(Object.entries(texts).map(([path, summary]) => [path, { summary, ...(schema && { schema }) }]));

describe('GETs in an unsupported language', () => {
  it('leaves out words that are in no dictionary, whatever the response', () => {
    for (const schema of [undefined, object('ok', 'message'), object('wert', 'einheit'), customers]) {
      const get = schema === undefined ? {} : { schema };
      expect(
        planned({ '/kunden/{id}/loeschen': get, '/cache/vaciar': get, '/ordini/annulla': get, '/saldo': get }),
      ).toEqual([]);
    }
  });

  it('leaves out a text of another language that does not say that it reads, also when it returns a list', () => {
    const acting = {
      '/kunden/sperren': 'Sperrt alle säumigen Kunden',
      '/comptes/suppression': 'Suppression des comptes',
      '/facturen/verzenden': 'Verzendt de facturen',
      '/kullanicilar/sil': 'Kullanıcıları siler',
      '/заказы/отменить': 'Отменить все заказы',
      '/orders/all': '取消所有订单',
      '/lists/a': 'Liste der Kunden löschen',
      '/lists/b': 'Получить и удалить заказы',
    };
    expect(planned(withText(acting, customers))).toEqual([]);
  });

  it('sends GETs whose short text in another language describes a read', () => {
    const reading = {
      '/animaux': 'Liste des animaux',
      '/kunden': 'Alle Kunden der Firma',
      '/utenti': 'Elenco degli utenti',
      '/заказы': 'Список заказов',
      '/users': 'ユーザー一覧',
      '/orders': '查询订单',
      '/productos': 'Obtener los productos',
    };
    expect(planned(withText(reading)).sort()).toEqual(Object.keys(reading).sort());
  });

  it('sends lists with items, and resources whose schema has the same name', () => {
    const gets = { '/kunden': { schema: customers }, '/kunden/{id}': { schema: object('id', 'name') } };
    expect(planned(gets)).toEqual(['/kunden', '/kunden/{id}']);
    expect(planned({ '/kunden': { schema: customers } })).toEqual([]);
    expect(planned({ '/mandanten': {} }, { components: { schemas: { Mandant: object('id') } } })).toEqual([
      '/mandanten',
    ]);
  });
});

describe('GETs whose path ends in an English noun', () => {
  const schema = object('id', 'state');

  it('leaves out nouns for events, whatever the response', () => {
    const events = {
      '/keys/rotation': 'Key rotation, the previous keys stop working',
      '/wallet/withdrawal': 'Withdrawal to the default account',
      '/database/migration': 'Database migration',
      '/alarms/silence': 'Silence of all alarms',
      '/doors/entry': 'Entry',
      '/tanks/agitation': 'Agitation for ten minutes',
      '/turbines/braking': 'Braking',
      '/robots/self-destruct': 'Self-destruct',
      '/escrow/payback': 'Payback to the buyer',
    };
    expect(planned(withText(events, schema))).toEqual([]);
    const generated = { '/keys/rotation': { schema, operationId: 'getKeysRotation', summary: 'Key rotation' } };
    expect(planned(generated)).toEqual([]);
    expect(planned({ '/keys/rotation': { operationId: 'keys_rotation_get', summary: 'Key rotation' } })).toEqual([]);
  });

  it('sends GETs of things, and those whose text or own name describes a read', () => {
    const gets = {
      '/configuration': { summary: 'Configuration' },
      '/rotations': { summary: 'Rotations' },
      '/alarms/silence': { summary: 'Get the silence of an alarm' },
      '/keys/rotation': { summary: 'Rotation state', operationId: 'readRotationState' },
      '/opening-hours': { summary: 'Opening hours of the shops' },
      '/exchange/rates': { summary: 'Exchange rates of today' },
    };
    expect(planned(gets).sort()).toEqual(Object.keys(gets).sort());
    expect(planned({ '/door/open-hours': { summary: 'Reset hours of the shops' } })).toEqual([]);
  });
});
