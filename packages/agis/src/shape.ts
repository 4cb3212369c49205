/** The document's schema made ready to check parts of documents; made once and kept by whoever validates often. */

import type { SchemaProblem } from '@dragoman/documents';
import { compileSchema } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { agisPartSchemas } from './document-schema.js';

/** Checks a document's shape, part by part. */
export interface DocumentShape {
  /** Everything but the endpoints. */
  checkHead(document: JsonValue): SchemaProblem[];
  checkEndpoint(endpoint: JsonValue): SchemaProblem[];
}

/** Compiles the schema. */
export function createDocumentShape(): DocumentShape {
  const head = compileSchema(agisPartSchemas.head);
  const endpoint = compileSchema(agisPartSchemas.endpoint);
  return {
    checkHead: (document) => head.validate(document),
    checkEndpoint: (value) => endpoint.validate(value),
  };
}
