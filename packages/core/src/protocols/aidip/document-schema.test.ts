/** The published schema agrees with the reader, as far as a schema can. */

import { checkSchema, compileSchema } from '@dragoman/documents';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedNames, documents, faultyDocuments, fixture } from './aidip.support.js';
import { aidipDocumentSchema } from './document-schema.js';

const { validate } = compileSchema(aidipDocumentSchema);

describe('aidipDocumentSchema', () => {
  it('has no references, so that it can be embedded', () => {
    expect(checkSchema(aidipDocumentSchema)).toEqual([]);
    expect(JSON.stringify(aidipDocumentSchema)).not.toContain('$ref');
  });

  it.each(acceptedNames)('accepts %s as it is sent and as it is served', (name) => {
    expect(validate(fixture(`${name}.in.json`))).toEqual([]);
    expect(validate(fixture(`${name}.out.json`))).toEqual([]);
  });

  it('accepts what the reader accepts', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(validate(document)).toEqual([]);
      }),
    );
  });

  it('rejects what the reader rejects, except for rules that a schema cannot express', () => {
    const missed = faultyDocuments.filter(({ document }) => validate(document).length === 0).map(({ title }) => title);
    expect(missed).toEqual([
      'id of emoji beyond 512 bytes',
      'id is a dot segment',
      'id is an encoded dot segment',
      'id with a line break',
      'id with a blank at its end',
      'id that changes direction',
      'id is reserved',
      'id is reserved in capitals',
      'endpoint //quill.example/run',
      'endpoint https://',
      'endpoint /a b',
      'endpoint with a password',
      'two operations of one name',
      'an unknown type',
      'required is a string',
      'a remote reference',
      'a dangling reference',
      'a cyclic reference',
      'top-level inputs with a fault',
      'input_schema with a fault',
    ]);
  });
});
