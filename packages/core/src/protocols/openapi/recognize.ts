/** Recognizes OpenAPI and Swagger documents, valid or not. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** True when the document has a member that only OpenAPI and Swagger documents have. */
export function recognizesOpenApi(document: JsonValue): boolean {
  return isJsonObject(document) && (Object.hasOwn(document, 'openapi') || Object.hasOwn(document, 'swagger'));
}
