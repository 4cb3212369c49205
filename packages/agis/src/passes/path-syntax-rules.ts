/** Rules of pass 4: the form and the words of paths (AGIS §5). */
import type { RuleTable } from '../finding.js';

/** Codes of pass 4. */
export type PathSyntaxCode =
  | 'agis/path-missing'
  | 'agis/path-start'
  | 'agis/path-no-entity'
  | 'agis/path-verb'
  | 'agis/path-state'
  | 'agis/path-reads-as-verb'
  | 'agis/path-possible-verb'
  | 'agis/path-reads-as-state'
  | 'agis/path-case'
  | 'agis/path-braces'
  | 'agis/path-repeats-verb'
  | 'agis/path-same-stem'
  | 'agis/path-query'
  | 'agis/path-number-mixed'
  | 'agis/path-trailing-slash'
  | 'agis/path-malformed'
  | 'agis/path-parameter-twice'
  | 'agis/path-parameter-case';

/** Rules of pass 4. */
export const pathSyntaxRules: RuleTable<PathSyntaxCode> = {
  'agis/path-missing': {
    rule: 'AGIS-DOC-12',
    severity: 'error',
    message: "The endpoint '{method}' has no path.",
    why: 'An endpoint combines one method with one path, which names the object of the verb (§3.2).',
    help: 'Add "path" with a noun, such as /reservation.',
    wrong: '{ method: BOOK }',
    right: '{ method: BOOK, path: /reservation }',
  },
  'agis/path-start': {
    rule: 'AGIS-PATH-01',
    severity: 'error',
    message: "The path '{path}' does not begin with '/'.",
    why: 'Paths are relative to the address of the service (§5a).',
    help: 'Write {proposal}.',
    wrong: 'path: reservation',
    right: 'path: /reservation',
  },
  'agis/path-no-entity': {
    rule: 'AGIS-PATH-02',
    severity: 'error',
    message: "The path '{path}' does not begin with a noun: {reason}.",
    why: 'The first segment names the kind of object that the verb acts on (§5b).',
    help: 'Start with the noun, such as /reservation or /reservation/{id}.',
    wrong: 'path: /v1/reservation',
    right: 'path: /reservation',
  },
  'agis/path-verb': {
    rule: 'AGIS-PATH-03',
    severity: 'error',
    message: "The segment '{segment}' contains the verb '{word}'.",
    why: 'The method is the verb of an endpoint, so a path has only nouns (§5b).',
    help: 'Write {proposal}.',
    wrong: 'RETRIEVE /get-restaurant',
    right: 'RETRIEVE /restaurant',
  },
  'agis/path-state': {
    rule: 'AGIS-PATH-02',
    severity: 'error',
    message: "The path '{path}' is the state '{segment}', not a thing.",
    why: 'The first segment names the kind of object that the verb acts on (§5b).',
    help: 'Name the thing, such as /slot, and make the state an input.',
    wrong: 'FIND /available',
    right: 'FIND /slot',
  },
  'agis/path-reads-as-verb': {
    rule: 'AGIS-PATH-03',
    severity: 'warning',
    message: "The segment '{segment}' reads like an imperative, '{word}' with its object.",
    why: 'The method is the verb of an endpoint, so a path has only nouns (§5b).',
    help: 'Write {proposal}, unless the words are the name of a thing.',
    wrong: 'FIND /search-flights',
    right: 'FIND /flight',
  },
  'agis/path-possible-verb': {
    rule: 'AGIS-PATH-03',
    severity: 'warning',
    message: "The word '{word}' in the segment '{segment}' is used more as a verb than as a noun.",
    why: 'The method is the verb of an endpoint, so a path has only nouns (§5b).',
    help: 'Write {proposal}, unless the word is the name of a thing.',
    wrong: 'EXECUTE /tooth/{id}/fill-cavity',
    right: 'FILL /tooth/{id}/cavity',
  },
  'agis/path-reads-as-state': {
    rule: 'AGIS-PATH-02',
    severity: 'warning',
    message: "The path '{path}' ends with the state '{segment}', not with a thing.",
    why: 'A path names things; their state is a value of an input (§5b, §5f).',
    help: 'Make the state an input, or end the path with the thing that has the state.',
    wrong: 'FIND /berth/vacant',
    right: 'FIND /berth with an input property state',
  },
  'agis/path-case': {
    rule: 'AGIS-PATH-04',
    severity: 'error',
    message: "The segment '{segment}' is not in lower case with hyphens between its words.",
    why: 'A single spelling for every path avoids guessing (§5c).',
    help: 'Write {proposal}.',
    wrong: 'path: /patientRecord',
    right: 'path: /patient-record',
  },
  'agis/path-braces': {
    rule: 'AGIS-PATH-05',
    severity: 'error',
    message: "The segment '{segment}' is not a parameter in curly braces.",
    why: 'A segment with a variable value is written {name}, in full, so that every tool recognizes it (§5d).',
    help: 'Write {proposal}.',
    wrong: 'path: /order/:id',
    right: 'path: /order/{id}',
  },
  'agis/path-repeats-verb': {
    rule: 'AGIS-PATH-06',
    severity: 'error',
    message: "The path '{path}' repeats the method {method}.",
    why: 'The method already is the verb; the path names its object (§5e).',
    help: 'Name only the object: {proposal}.',
    wrong: 'BOOK /book-reservation',
    right: 'BOOK /reservation',
  },
  'agis/path-same-stem': {
    rule: 'AGIS-PATH-06',
    severity: 'warning',
    message: "The word '{word}' in the path comes from the method {method}.",
    why: 'The method already is the verb; the path names its object (§5e).',
    help: 'Name the object with another noun, such as BOOK /reservation for BOOK /booking.',
    wrong: 'BOOK /booking',
    right: 'BOOK /reservation',
  },
  'agis/path-query': {
    rule: 'AGIS-PATH-07',
    severity: 'error',
    message: "The path '{path}' contains a {kind}.",
    why: 'Values that vary from call to call belong in the input schema, where agents look for them (§5f).',
    help: '{proposal}',
    wrong: 'path: /reservation?type=dinner',
    right: 'path: /reservation with an input property type',
  },
  'agis/path-number-mixed': {
    rule: 'AGIS-PATH-09',
    severity: 'info',
    message: "The document writes both '{segment}' and '{other}'.",
    why: 'Singular and plural are both allowed; using one of them throughout is easier to remember (§5).',
    help: 'Choose one of the two.',
    wrong: 'FIND /restaurants, BOOK /restaurant/{id}/table',
    right: 'FIND /restaurant, BOOK /restaurant/{id}/table',
  },
  'agis/path-trailing-slash': {
    rule: 'AGIS-PATH-10',
    severity: 'warning',
    message: "The path '{path}' ends with '/'.",
    why: 'A strict server treats two spellings of one path as two paths.',
    help: 'Write {proposal}.',
    wrong: 'path: /order/',
    right: 'path: /order',
  },
  'agis/path-malformed': {
    rule: 'AGIS-PATH-10',
    severity: 'error',
    message: "The path '{path}' is malformed: {reason}.",
    why: 'Paths are compared character by character; such a segment means different things to different servers.',
    help: 'Use segments of lower-case letters, digits and single hyphens.',
    wrong: 'path: /order//item',
    right: 'path: /order/item',
  },
  'agis/path-parameter-twice': {
    rule: 'AGIS-PATH-10',
    severity: 'error',
    message: "The parameter '{name}' occurs twice in the path '{path}'.",
    why: 'One name can have only one value.',
    help: 'Give each parameter a unique name, such as {order_id} and {item_id}.',
    wrong: 'path: /order/{id}/item/{id}',
    right: 'path: /order/{order_id}/item/{item_id}',
  },
  'agis/path-parameter-case': {
    rule: 'AGIS-PATH-12',
    severity: 'warning',
    message: "The parameter '{name}' is not in snake_case.",
    why: 'Path parameters are named like all parameters (§7).',
    help: 'Write {proposal}, here and in the input schema.',
    wrong: 'path: /order/{orderId}',
    right: 'path: /order/{order_id}',
  },
};
