/** Documents, entries and helpers for tests of the AGIS folder. */
import { readFileSync } from 'node:fs';
import { createAgisValidator, parseAgis } from '@dragoman/agis';
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { EntryDraft } from '../../documents/reader.js';
import { readAgis } from './read.js';

export const context = { at: '2026-02-02T08:00:00.000Z', strict: false, ownOrigins: ['https://registry.test'] };

/** One validator for all tests of a file. */
export const validator = createAgisValidator();

/** The document of a fixture with overridden members. */
export function fixture(name: string, change: JsonObject = {}): JsonObject {
  const bytes = readFileSync(new URL(`./fixtures/${name}.agis`, import.meta.url));
  return { ...(parseAgis(bytes).value?.document as JsonObject), ...change };
}

/** The entry of a valid document. */
export function entryOf(document: JsonValue): EntryDraft {
  const { value, diagnostics } = readAgis(document, context);
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return value;
}

/** The document with a changed first endpoint. */
export function withEndpoint(document: JsonObject, change: JsonObject): JsonObject {
  const [first, ...rest] = document.endpoints as JsonObject[];
  return { ...document, endpoints: [{ ...first, ...change }, ...rest] };
}

/** A document with this single endpoint. */
export function single(method: string, path: string, more: JsonObject = {}): JsonObject {
  const { semantic, ...rest } = more;
  return {
    agis: '1.0',
    service: 'Sample Desk',
    agtp: 'agtp://desk.example',
    endpoints: [
      {
        method,
        path,
        semantic: {
          intent: `${method.charAt(0)}${method.slice(1).toLowerCase()}s something for the agent`,
          actor: 'agent',
          outcome: 'A record exists as requested',
          ...(semantic as JsonObject | undefined),
        },
        input: { type: 'object', properties: {}, required: [] },
        output: { type: 'object', properties: {} },
        errors: ['record_not_found'],
        ...rest,
      },
    ],
    vocabulary: { declared_verbs: [method], domain: 'samples', namespace: 'desk' },
  };
}
