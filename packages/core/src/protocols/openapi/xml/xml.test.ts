import type { HttpXml, JsonObject, JsonValue } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediaTypeFault } from '../../../documents/curation.js';
import { prepareHttp } from '../call.js';
import { encodeBody } from '../encode-body.js';
import { readOpenApi } from '../read.js';
import { writeOpenApi } from '../write.js';
import { parseXml } from './parse-xml.js';
import { readXml } from './read-xml.js';
import { writeXml } from './write-xml.js';
import { operationOf, petShop, readFixture } from './xml.support.js';

const context = { at: '2026-01-01T00:00:00Z', strict: false, ownOrigins: [] };
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

function body(xml: HttpXml, value: JsonValue): string {
  return writeXml(xml, value).slice(declaration.length);
}

describe('XML bodies of OpenAPI operations', () => {
  const { operations, diagnostics } = readFixture(petShop);
  const create = operationOf(operations, 'create_pet');

  it('builds the request from names, attributes, wrapped lists, prefixes and namespaces', () => {
    const { bytes, headers } = prepareHttp(create.binding, {
      tags: ['a', 'b'],
      id: 7,
      name: 'Rex & "Co" <1>',
      photos: ['x', 'y'],
      owner: { name: 'Ann' },
      note: null,
    });
    expect(headers['content-type']).toBe('application/xml');
    expect(Buffer.from(bytes ?? []).toString()).toBe(
      `${declaration}<s:pet xmlns:s="http://example.com/s" id="7"><name>Rex &amp; &quot;Co&quot; &lt;1&gt;</name>` +
        '<photos><photo>x</photo><photo>y</photo></photos><tag>a</tag><tag>b</tag>' +
        '<holder xmlns="http://example.com/o"><name>Ann</name></holder>' +
        '<note xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></s:pet>',
    );
  });

  it('describes the members as inputs and outputs, with their types', () => {
    expect((create.input as JsonObject).properties).toMatchObject({ id: { type: 'integer' }, tags: { type: 'array' } });
    expect(create.output).toMatchObject({ $ref: '#/$defs/Pet' });
  });

  it('reads the response by the same shape, with numbers, lists and unknown elements', () => {
    const xml = create.binding.responseXml as HttpXml;
    const text =
      '<p:pet xmlns:p="urn:other" id="7" color="red"><p:name>R&#233;x</p:name><photos><photo>x</photo></photos>' +
      '<tag>a</tag><!-- no --><tag><![CDATA[<b>]]></tag><extra><one>1</one><one>2</one></extra></p:pet>';
    expect(readXml(xml, text)).toEqual({
      value: {
        id: 7,
        '@color': 'red',
        name: 'Réx',
        photos: ['x'],
        tags: ['a', '<b>'],
        extra: { one: ['1', '2'] },
      },
    });
  });

  it('keeps a body whose root element has no name as text, and says so', () => {
    const upload = operationOf(operations, 'upload_list');
    expect((upload.input as JsonObject).properties).toMatchObject({ body: { contentMediaType: 'application/xml' } });
    expect(diagnostics.filter(({ code }) => code === 'openapi/xml-text').map(({ message }) => message)).toEqual([
      'the body application/xml is given as text: its schema does not name the root element',
    ]);
  });

  it('writes recursive schemas, and refuses names and characters that XML cannot have', () => {
    const tree = operationOf(operations, 'put_tree').binding.body?.xml as HttpXml;
    expect(body(tree, { name: 'a', child: { name: 'b', child: { name: 'c' } } })).toBe(
      '<Tree><name>a</name><child><name>b</name><child><name>c</name></child></child></Tree>',
    );
    expect(() => body(tree, { name: 'a\u0000' })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
    expect(() => body(tree, { 'a b': '1' })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });

  it('writes lists as the specification shows them', () => {
    const list = (xml: JsonObject, items: JsonObject) =>
      body({ root: { name: 'r', properties: { animals: { type: 'array', ...xml, items } } } }, { animals: ['v'] });
    expect(list({}, {})).toBe('<r><animals>v</animals></r>');
    expect(list({}, { name: 'animal' })).toBe('<r><animal>v</animal></r>');
    expect(list({ name: 'aliens' }, { name: 'animal' })).toBe('<r><animal>v</animal></r>');
    expect(list({ wrapped: true }, {})).toBe('<r><animals><animals>v</animals></animals></r>');
    expect(list({ wrapped: true, name: 'aliens' }, {})).toBe('<r><aliens><aliens>v</aliens></aliens></r>');
    expect(list({ wrapped: true, name: 'aliens' }, { name: 'animal' })).toBe(
      '<r><aliens><animal>v</animal></aliens></r>',
    );
  });
});

it('is written into the schemas of an OpenAPI document', () => {
  const entry = readOpenApi(petShop, context).value ?? expect.fail('not read');
  const { value } = writeOpenApi({ id: 'pets', ...entry }, { face: 'own' });
  const shapes = (document: JsonValue) =>
    readFixture(document).operations.map((operation) => {
      const { body: sent, responseXml, successStatuses } = operation.binding;
      const xml = sent?.xml;
      const input = { id: 1, tags: ['a'], photos: ['p'], owner: { name: 'n' }, name: 'x' };
      return [operation.name, xml && body(xml, input), responseXml && body(responseXml, input), successStatuses];
    });
  expect(shapes(value as JsonValue)).toEqual(shapes(petShop));
});

describe('a part of a form that is XML', () => {
  const crew = {
    type: 'object',
    properties: { rank: { type: 'string', xml: { attribute: true } }, name: { type: 'string' } },
  };
  const properties = {
    ship: { $ref: '#/components/schemas/Ship' },
    crew: { type: 'array', items: crew },
    note: { type: 'object', properties: { text: { type: 'string' } } },
  };
  const encoding = { ship: { contentType: 'application/xml' }, crew: { contentType: 'text/xml' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Ships', version: '1' },
    servers: [{ url: 'https://ships.test' }],
    components: {
      schemas: { Ship: { type: 'object', xml: { name: 'vessel' }, properties: { flag: { type: 'string' } } } },
    },
    paths: {
      '/ships': {
        post: {
          operationId: 'ship_add',
          requestBody: {
            content: { 'multipart/form-data': { schema: { allOf: [{ type: 'object', properties }] }, encoding } },
          },
          responses: { '204': { description: 'Added' } },
        },
      },
    },
  };
  const input = { ship: { flag: 'is' }, crew: [{ rank: 'cook', name: 'Ann' }, { name: 'Bo' }], note: { text: 'x' } };
  const sent = (given: JsonValue) => {
    const body = operationOf(readFixture(given).operations, 'ship_add').binding.body ?? expect.fail('no body');
    return Buffer.from(encodeBody(body, input).bytes).toString();
  };

  it('is written as XML, each item of a list on its own', () => {
    const { diagnostics } = readFixture(document);
    expect(diagnostics.map(({ code }) => code)).not.toContain('openapi/part-json');
    const parts = sent(document);
    expect(parts).toContain(`content-type: application/xml\r\n\r\n${declaration}<vessel><flag>is</flag></vessel>\r\n`);
    expect(parts).toContain(
      `content-type: text/xml\r\n\r\n${declaration}<crew rank="cook"><name>Ann</name></crew>\r\n`,
    );
    expect(parts).toContain(`${declaration}<crew><name>Bo</name></crew>`);
    expect(parts).toContain('content-type: application/json\r\n\r\n{"text":"x"}');
  });

  it('is written into the schemas of an OpenAPI document', () => {
    const entry = readOpenApi(document, context).value ?? expect.fail('not read');
    const { value } = writeOpenApi({ id: 'ships', ...entry }, { face: 'own' });
    expect(sent(value as JsonValue)).toBe(sent(document));
  });
});

describe('hostile XML', () => {
  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'document type'],
    ['an entity', '<a>&b;</a>', 'entity'],
    ['an entity in an attribute', '<a c="&b;"/>', 'entity'],
    ['deep nesting', '<a>'.repeat(200_000), 'deeper than 128'],
    ['many elements', `<a>${'<b/>'.repeat(200_001)}</a>`, 'more than 200000'],
    ['an unclosed comment', '<a><!-- ', 'comment'],
    ['crossed tags', '<a><b></a></b>', 'end tag'],
    ['two roots', '<a/><b/>', 'one root'],
    ['text', 'hello', 'one root'],
    ['an attribute without quotes', '<a b=c/>', 'malformed'],
  ])('refuses %s with the reason', (_, text, fault) => {
    expect(parseXml(text)).toEqual({ fault: expect.stringContaining(fault) });
  });

  it('keeps names such as __proto__ as plain members', () => {
    const read = readXml({ root: {} }, '<a><__proto__><x>1</x></__proto__></a>') as { value: JsonObject };
    expect(Object.keys(read.value)).toEqual(['__proto__']);
    expect(({} as JsonObject).x).toBeUndefined();
  });

  it('never throws on arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>/!?-[]"\'=& ab;#x1:'.split(''), 'CDATA') }), (text) => {
        expect(parseXml(text)).toSatisfy((parsed: object) => 'root' in parsed || 'fault' in parsed);
      }),
    );
  });
});

it('reads what it has written', () => {
  const xml: HttpXml = {
    root: {
      name: 'r',
      type: 'object',
      properties: {
        id: { type: 'integer', as: 'attribute' },
        on: { type: 'boolean' },
        text: {},
        many: { type: 'array', wrapped: true, items: { name: 'one', type: 'number' } },
        flat: { type: 'array', items: { name: 'part', type: 'object', properties: { a: {} } } },
      },
    },
  };
  const text = fc.string({ unit: fc.constantFrom('a', '<', '&', 'é', '"', "'", ' ', '\n', '日', '😀', ']]>') });
  const value = fc.record({
    id: fc.integer(),
    on: fc.boolean(),
    text,
    many: fc.array(fc.integer(), { minLength: 1 }),
    flat: fc.array(fc.record({ a: text }), { minLength: 1 }),
  });
  fc.assert(
    fc.property(value, (given) => {
      expect(readXml(xml, writeXml(xml, given))).toEqual({ value: given });
    }),
  );
});

describe('several media types of one body', () => {
  const types = ['application/json', 'multipart/form-data', 'application/xml'];
  const schema = { type: 'object', xml: { name: 'ship' }, properties: { name: { type: 'string' } } };
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  const post = (operationId: string) => ({
    post: { operationId, requestBody: { content }, responses: { 204: { description: 'Done.' } } },
  });
  const document = {
    openapi: '3.0.3',
    info: { title: 'Ships', version: '1' },
    servers: [{ url: 'https://ships.example' }],
    paths: { '/ships': post('addShip'), '/files': post('uploadFile') },
  };
  const chosen = (choice: string[]) => {
    const { operations, diagnostics } = readFixture(document, choice);
    const types = operations.map(({ binding }) => binding.body?.mediaType);
    return { types, unused: diagnostics.filter(({ code }) => code === 'openapi/pattern-unused').length };
  };

  it('are chosen by the importer, for all operations or some; JSON is the default', () => {
    expect(chosen([])).toEqual({ types: ['application/json', 'application/json'], unused: 0 });
    expect(chosen(['Application/XML'])).toEqual({ types: ['application/xml', 'application/xml'], unused: 0 });
    expect(chosen(['id:upload*=multipart/form-data', 'text/csv'])).toEqual({
      types: ['application/json', 'multipart/form-data'],
      unused: 1,
    });
  });

  it('names each invalid choice', () => {
    expect(mediaTypeFault('application/xml')).toBeUndefined();
    expect(mediaTypeFault('path:/a/**=text/csv; header=present')).toBeUndefined();
    expect(mediaTypeFault('xml')).toContain('media type');
    expect(mediaTypeFault('id:a=xml')).toContain('media type');
  });
});
