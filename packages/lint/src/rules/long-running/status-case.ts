/** A small document with a long-running operation, for the cases of status rules. */
import type { JsonObject } from '@dragoman/model';
import { answer, object } from '../../rule-model/rule-cases.js';

/** A document that accepts an operation, and whose status read has these properties and further members. */
export function statusCase(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    'post /reports': {
      responses: { '202': { description: 'Accepted', headers: { Location: {}, 'Retry-After': {} } } },
    },
    'get /jobs/{id}': { responses: answer(object(properties), { headers: { 'Retry-After': {} } }), ...more },
  };
}
