/** The language service of OpenAPI documents, on complete and on half-typed texts. */
import { getPointer, parseDescription, stringifyYaml } from '@dragoman/documents';
import { describe, expect, it } from 'vitest';
import { createLanguageService } from '../create-service.js';
import { applyEdits } from '../text/edits.js';

const service = createLanguageService('openapi');

const yaml = `openapi: 3.1.0
info:
  title: Pets
  version: 1.0.0
tags:
  - name: pets
    description: Everything about pets
paths:
  /pets/{id}:
    get:
      tags: [pets]
      parameters:
        - name: id
          in: path
          required: true
          schema: { type: string }
      responses:
        '200':
          description: The pet
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Pet'
    post:
      operationId: adopt_pet
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                name: { type: string }
      responses:
        '201':
          description: Adopted
components:
  schemas:
    Pet:
      type: object
      description: An animal that lives with people
      properties:
        name: { type: string }
`;

/** The text without its cursor mark, and where the mark was. */
function cursor(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf('│');
  return { text: marked.replace('│', ''), offset };
}

const labels = (marked: string) => {
  const { text, offset } = cursor(marked);
  return service.complete(text, offset).map(({ label }) => label);
};

describe('check', () => {
  it('reports findings in the order of the text, at the lines of their parts, each with a key of its own', () => {
    const found = service.check(yaml);
    expect(found.length).toBeGreaterThan(5);
    expect(found.map(({ start }) => start)).toEqual(found.map(({ start }) => start).sort((one, other) => one - other));
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
    const missing = found.find(({ code }) => code === 'lint/operation-id-missing');
    expect(yaml.slice(missing?.start, missing?.end)).toBe('get');
  });

  it.each([
    ['YAML', 'openapi: 3.1.0\ninfo:\n  title: "Pets\n  version: 1\n'],
    ['JSON', '{"openapi": "3.1.0", "info": {"title" "x"}}'],
  ])('reports where %s cannot be parsed', (_, text) => {
    const [first] = service.check(text);
    expect(first).toMatchObject({ code: 'syntax/unreadable', severity: 'error' });
    expect(first?.start).toBeGreaterThan(20);
  });
});

describe('fix', () => {
  it('drafts an operationId, closes an input and adds an error response, and nothing else changes', () => {
    const chosen = service.check(yaml).filter(({ fix }) => fix !== undefined);
    const fixed = applyEdits(yaml, service.fix(yaml, chosen));
    expect(fixed).toContain('operationId: getPetsById');
    expect(fixed).toContain('additionalProperties: false');
    expect(fixed).toContain('        default:\n          description: The request failed; the body says why.\n');
    const codes = new Set(service.check(fixed).map(({ code }) => code));
    for (const { code } of chosen) expect(codes).not.toContain(code);
    const kept = yaml.split('\n').filter((line) => !fixed.includes(line));
    expect(kept).toEqual([]);
  });

  it('applies one fix alone, in JSON with the layout of its neighbors', () => {
    const text = JSON.stringify(
      {
        openapi: '3.1.0',
        info: { title: 'a', version: '1' },
        paths: { '/a': { get: { responses: { 200: { description: 'x' } } } } },
      },
      null,
      2,
    );
    const one = service.check(text).filter(({ code }) => code === 'lint/operation-id-missing');
    expect(applyEdits(text, service.fix(text, one))).toContain(
      '"get": {\n        "operationId": "listA",\n        "responses"',
    );
  });
});

describe('drafts', () => {
  const document = (schema: object) => ({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: {
      '/a': {
        delete: {
          operationId: 'deleteA',
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { ids: schema } } } } },
          responses: { 200: { description: 'x' }, 400: { description: 'Wrong.' } },
        },
      },
    },
    components: { schemas: { Ids: { type: 'array', items: { type: 'string' } }, Unused: { type: 'string' } } },
  });
  const fixed = (text: string, rule: string) => {
    const found = service.check(text).filter(({ code, fix }) => code === `lint/${rule}` && fix !== undefined);
    return { count: found.length, text: applyEdits(text, service.fix(text, found)) };
  };
  const texts = (schema: object) => [JSON.stringify(document(schema), null, 2), stringifyYaml(document(schema), {})];

  it('describe errors, mark risky operations, bound lists and remove unused components, in JSON and YAML', () => {
    for (const text of texts({ type: 'array', items: { type: 'string' } })) {
      const read = (rule: string) => parseDescription(new TextEncoder().encode(fixed(text, rule).text));
      const operation = '/paths/~1a/delete';
      expect(getPointer(read('error-unstructured'), `${operation}/responses/400/content`)).toHaveProperty([
        'application/problem+json',
      ]);
      expect(getPointer(read('risk-metadata-missing'), `${operation}/x-agent`)).toEqual({
        risk: { requires_confirmation: true },
      });
      const schema = `${operation}/requestBody/content/application~1json/schema/properties/ids`;
      expect(getPointer(read('input-array-unbounded'), schema)).toMatchObject({ maxItems: 100 });
      expect(fixed(text, 'component-unused').count).toBe(2);
      const left = getPointer(read('component-unused'), '/components/schemas');
      expect(Object.keys(left as object).length).toBeLessThanOrEqual(1);
    }
  });

  it('add nothing next to a reference', () => {
    for (const text of texts({ $ref: '#/components/schemas/Ids' }))
      expect(fixed(text, 'input-array-unbounded').count).toBe(0);
  });
});

describe('complete', () => {
  it('offers the members of the object that the cursor is in, without those that it has', () => {
    const found = labels(yaml.replace('      operationId: adopt_pet', '      operationId: adopt_pet\n      │'));
    expect(found).toContain('summary');
    expect(found).not.toContain('operationId');
    expect(found).not.toContain('title');
  });

  it('completes half a name in YAML, in JSON, and in a flow object', () => {
    expect(labels('openapi: 3.1.0\ninf│')).toContain('info');
    expect(labels('{"openapi": "3.1.0", "info": {"ti│')).toContain('title');
    expect(labels(yaml.replace('schema: { type: string }', 'schema: { type: string, form│ }'))).toContain('format');
  });

  it('offers values, references to components, tags, status codes and media types', () => {
    expect(labels(yaml.replace('in: path', 'in: │'))).toEqual(['path', 'query', 'header', 'cookie']);
    expect(labels(yaml.replace("'#/components/schemas/Pet'", "'#/comp│'"))).toEqual(['#/components/schemas/Pet']);
    expect(labels(yaml.replace('tags: [pets]', 'tags: [│]'))).toContain('pets');
    expect(labels(yaml.replace("        '201':", "        │\n        '201':"))).toContain('404');
    expect(
      labels(
        yaml.replace(
          '            application/json:\n              schema:\n                $ref',
          '            │\n              schema:\n                $ref',
        ),
      ),
    ).toContain('application/json');
  });

  it('inserts a block with the indentation of its line, and quotes names in JSON', () => {
    const block = cursor('openapi: 3.1.0\ninfo│');
    const [info] = service.complete(block.text, block.offset);
    expect(applyEdits(block.text, info === undefined ? [] : [info.edit])).toBe('openapi: 3.1.0\ninfo:\n  ');
    const flow = cursor('{"openapi": "3.1.0", inf│}');
    const [json] = service.complete(flow.text, flow.offset);
    expect(applyEdits(flow.text, json === undefined ? [] : [json.edit])).toBe('{"openapi": "3.1.0", "info": {}}');
  });
});

describe('hover, define, outline, format', () => {
  it('explains a member and what a reference points to', () => {
    expect(service.hover(yaml, yaml.indexOf('operationId') + 2)?.text).toContain('Agents see it as the name');
    expect(service.hover(yaml, yaml.indexOf('#/components') + 3)?.text).toContain('An animal that lives with people');
  });

  it('finds the definition of a reference, and of a tag', () => {
    const pet = service.define(yaml, yaml.indexOf('#/components') + 3);
    expect(yaml.slice(pet?.start, pet?.end)).toBe('Pet');
    const tag = service.define(yaml, yaml.indexOf('[pets]') + 2);
    expect(yaml.slice(tag?.start, tag?.end)).toContain('name: pets');
  });

  it('lists operations and components', () => {
    const names = service.outline(yaml).flatMap((item) => [item.name, ...item.children.map(({ name }) => name)]);
    expect(names).toEqual(expect.arrayContaining(['paths', 'GET /pets/{id}', 'POST /pets/{id}', 'schemas', 'Pet']));
  });

  it('lays out JSON and YAML without changing a number, a quote or a comment', () => {
    const json = '{"a":1.0,"b":[1e3,{}],\n"c":"x"}';
    expect(applyEdits(json, service.format(json) ?? [])).toBe(
      '{\n  "a": 1.0,\n  "b": [\n    1e3,\n    {}\n  ],\n  "c": "x"\n}\n',
    );
    const text = '# note\nopenapi:   3.1.0\ninfo:\n    title: \'x\'\n    version: "1.0" # kept\n';
    expect(applyEdits(text, service.format(text) ?? [])).toBe(
      '# note\nopenapi: 3.1.0\ninfo:\n  title: \'x\'\n  version: "1.0" # kept\n',
    );
    expect(service.format('a: [')).toBeUndefined();
  });
});

it('answers every question at every offset of a half-typed text, without an error', () => {
  for (let length = 0; length < yaml.length; length += 7) {
    const text = yaml.slice(0, length);
    service.outline(text);
    service.hover(text, length);
    service.define(text, Math.max(0, length - 3));
    expect(Array.isArray(service.complete(text, length))).toBe(true);
  }
});
