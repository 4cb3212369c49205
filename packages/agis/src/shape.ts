/**
 * The compiled schema of a document, for validating its parts; compiled once and kept by callers that validate often.
 */

import type { SchemaProblem } from '@dragoman/documents';
import { compileSchema } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { agisPartSchemas } from './document-schema.js';

/** Validates the structure of a document, part by part. */
export interface DocumentShape {
  /** Validates everything except the endpoints. */
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
