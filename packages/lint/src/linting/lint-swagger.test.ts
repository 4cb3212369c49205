/** Tests that Swagger 2.0 is checked with the OpenAPI rules, and that findings point to the original text. */
import { describe, expect, it } from 'vitest';
import { compareApis } from '../diff/compare-apis.js';
import { defaultSettings } from '../settings/settings.js';
import { lintDocument, openApi } from './lint-document.js';

const text = `swagger: "2.0"
info: { title: Pier, version: "1.0" }
host: api.pier.example
schemes: [https]
parameters:
  Limit: { name: limit, in: query, type: integer }
paths:
  /berths:
    get:
      operationId: listBerths
      parameters:
        - $ref: "#/parameters/Limit"
      responses:
        "200": { description: Berths., schema: { $ref: "#/definitions/Berths" } }
    post:
      operationId: addBerth
      parameters:
        - { name: berth, in: body, schema: { $ref: "#/definitions/Gone" } }
      responses:
        "200": { description: Added. }
definitions:
  Berths: { type: array, items: { type: object, properties: { name: { type: string } } } }
`;
const lintText = (source: string) => lintDocument(new TextEncoder().encode(source), { uri: 'pier.yaml' });

describe('linting Swagger 2.0', () => {
  const report = lintText(text);
  const found = report.findings.map(({ rule, location }) => `${rule} ${location.start?.line} ${location.pointer}`);

  it('reads every operation', () => {
    expect(report.target).toBe('openapi');
    expect(report.operations.map(({ label, pointer }) => [label, pointer])).toEqual([
      ['listBerths', '/paths/~1berths/get'],
      ['addBerth', '/paths/~1berths/post'],
    ]);
  });

  it('reports locations in the original text, not in the converted document', () => {
    expect(found).toEqual(
      expect.arrayContaining([
        'parameter-undescribed 6 /parameters/Limit',
        expect.stringMatching(/^description-invalid 18 \/paths\/~1berths\/post\/parameters\/0\/schema/),
        expect.stringMatching(/^response-field-undescribed 22 \/definitions\/Berths\/items\/properties\/name/),
      ]),
    );
    expect(found.filter((each) => /components|x-dragoman/.test(each))).toEqual([]);
  });

  it('rejects an unknown Swagger version', () => {
    const [only] = lintText('swagger: "1.2"\npaths: {}\n').findings;
    expect(only).toMatchObject({ rule: 'description-invalid', severity: 'error' });
  });

  it('compares with the same API in OpenAPI 3 and detects changes', () => {
    const open = (value: object) => {
      const api = openApi(JSON.parse(JSON.stringify(value)), defaultSettings);
      if (api === undefined) throw new Error('not read');
      return api;
    };
    const older = (type: string) => ({
      swagger: '2.0',
      info: { title: 'Pier', version: '1' },
      paths: {
        '/a': { get: { parameters: [{ name: 'q', in: 'query', type }], responses: { '204': { description: 'x' } } } },
      },
    });
    const newer = {
      openapi: '3.0.3',
      info: { title: 'Pier', version: '1' },
      paths: {
        '/a': {
          get: {
            parameters: [{ name: 'q', in: 'query', schema: { type: 'integer' } }],
            responses: { '204': { description: 'x' } },
          },
        },
      },
    };
    expect(compareApis(open(older('integer')), open(newer)).breaking).toBe(false);
    expect(compareApis(open(older('string')), open(newer)).breaking).toBe(true);
  });
});
