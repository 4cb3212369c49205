import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import develop from '../fixtures/invalid.develop.json' with { type: 'json' };
import heldOut from '../fixtures/invalid.heldout.json' with { type: 'json' };
import { context } from '../openapi.support.js';
import { readOpenApi } from '../read.js';
import { checkOfficial } from './check-official.js';

interface Case {
  version: string;
  title: string;
  change: JsonObject;
  at: string;
}

function validDocument(version: string): JsonObject {
  const [head, id]: [JsonObject, JsonObject] =
    version === '2.0'
      ? [{ swagger: '2.0', host: 'api.example.com', schemes: ['https'] }, { type: 'string' }]
      : [{ openapi: `${version}.0`, servers: [{ url: 'https://api.example.com' }] }, { schema: { type: 'string' } }];
  const parameters = [{ name: 'id', in: 'path', required: true, ...id }];
  const get = { operationId: 'getBoat', parameters, responses: { '200': { description: 'The boat.' } } };
  return { ...head, info: { title: 'Boats', version: '1' }, paths: { '/boats/{id}': { get } } };
}

/** Applies a merge patch (RFC 7396). */
function merge(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, merge(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

const named = ({ version, title }: Case) => `${version}: ${title}`;

describe('official schemas', () => {
  it.each(['2.0', '3.0', '3.1', '3.2'])('accepts a valid document of %s', (version) => {
    expect(readOpenApi(validDocument(version), { ...context, strict: true }).diagnostics).toMatchObject([
      { code: 'openapi/derived' },
    ]);
  });

  it.each([...(develop as Case[]), ...(heldOut as Case[])].map((each) => [named(each), each] as const))(
    'refuses %s in strict mode at its location, and warns otherwise',
    (_, { version, change, at }) => {
      const document = merge(validDocument(version), change);
      const strict = readOpenApi(document, { ...context, strict: true });
      const errors = strict.diagnostics.filter(({ severity }) => severity === 'error');
      expect(strict.value).toBeUndefined();
      expect(errors.map(({ location }) => location.pointer ?? '').some((each) => each.startsWith(at))).toBe(true);
      const warnings = readOpenApi(document, context).diagnostics.filter(({ severity }) => severity !== 'info');
      expect(warnings.length).toBeGreaterThanOrEqual(errors.length);
    },
  );

  it('reports all violations at once, each with its cause', () => {
    const document = merge(validDocument('2.0'), {
      schemes: ['ftp'],
      paths: { '/boats/{id}': { get: { tag: ['a'], responses: { '200': { description: null } } } } },
      definitions: { Boat: { type: 'object', propertys: {} } },
    });
    const { diagnostics } = readOpenApi(document, { ...context, strict: true });
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
      'item 1 of the list must be one of "http", "https", "ws", "wss", not "ftp" (official schema of 2.0)',
      '"description" is missing (official schema of 2.0)',
      '"tag" is not allowed here; did you mean "tags"? (official schema of 2.0)',
      '"propertys" is not allowed here; did you mean "properties"? (official schema of 2.0)',
    ]);
  });

  it('limits the list for a document with the same mistake in thousands of places', () => {
    const parameters = Array.from({ length: 5_000 }, (_, at) => ({ name: `a${at}`, in: 'nowhere' }));
    for (const version of ['2.0', '3.0', '3.1', '3.2'] as const) {
      const document = merge(validDocument(version), { paths: { '/boats/{id}': { post: { parameters } } } });
      expect(checkOfficial(document as JsonObject, version).length).toBeLessThanOrEqual(201);
    }
  });
});
