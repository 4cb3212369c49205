/** What pass 4 can find: the form and the words of paths (AGIS §5). */
import type { RuleTable } from '../finding.js';

/** Codes of pass 4. */
export type PathSyntaxCode =
  | 'agis/path-missing'
  | 'agis/path-start'
  | 'agis/path-no-entity'
  | 'agis/path-verb'
  | 'agis/path-reads-as-verb'
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
    why: 'An endpoint joins one method with one path, which names what the verb acts on (§3.2).',
    help: 'Add "path" with a noun, such as /reservation.',
    wrong: '{ method: BOOK }',
    right: '{ method: BOOK, path: /reservation }',
  },
  'agis/path-start': {
    rule: 'AGIS-PATH-01',
    severity: 'error',
    message: "The path '{path}' does not begin with '/'.",
    why: 'Paths stand below the address of the service (§5a).',
    help: 'Write {proposal}.',
    wrong: 'path: reservation',
    right: 'path: /reservation',
  },
  'agis/path-no-entity': {
    rule: 'AGIS-PATH-02',
    severity: 'error',
    message: "The path '{path}' does not begin with a noun: {reason}.",
    why: 'The first segment names the kind of thing that the verb acts on (§5b).',
    help: 'Begin with the noun, such as /reservation or /reservation/{id}.',
    wrong: 'path: /v1/reservation',
    right: 'path: /reservation',
  },
  'agis/path-verb': {
    rule: 'AGIS-PATH-03',
    severity: 'error',
    message: "The segment '{segment}' contains the verb '{word}'.",
    why: 'The method is the verb; a second one in the path competes with it (§5b).',
    help: 'Write {proposal}.',
    wrong: 'RETRIEVE /get-restaurant',
    right: 'RETRIEVE /restaurant',
  },
  'agis/path-reads-as-verb': {
    rule: 'AGIS-PATH-03',
    severity: 'warning',
    message: "The segment '{segment}' reads like an order, '{word}' with its object.",
    why: 'The method is the verb; a second one in the path competes with it (§5b).',
    help: 'Write {proposal}, unless the words are the name of a thing.',
    wrong: 'FIND /search-flights',
    right: 'FIND /flight',
  },
  'agis/path-case': {
    rule: 'AGIS-PATH-04',
    severity: 'error',
    message: "The segment '{segment}' is not in lower case with hyphens between its words.",
    why: 'One spelling for every path, so that nobody has to guess (§5c).',
    help: 'Write {proposal}.',
    wrong: 'path: /patientRecord',
    right: 'path: /patient-record',
  },
  'agis/path-braces': {
    rule: 'AGIS-PATH-05',
    severity: 'error',
    message: "The segment '{segment}' is no parameter in curly braces.",
    why: 'A segment that stands for one thing is written {name}, whole, so that every tool finds it (§5d).',
    help: 'Write {proposal}.',
    wrong: 'path: /order/:id',
    right: 'path: /order/{id}',
  },
  'agis/path-repeats-verb': {
    rule: 'AGIS-PATH-06',
    severity: 'error',
    message: "The path '{path}' repeats the method {method}.",
    why: 'The verb is said already; the path names what it acts on (§5e).',
    help: 'Name the thing alone: {proposal}.',
    wrong: 'BOOK /book-reservation',
    right: 'BOOK /reservation',
  },
  'agis/path-same-stem': {
    rule: 'AGIS-PATH-06',
    severity: 'warning',
    message: "The word '{word}' in the path comes from the method {method}.",
    why: 'The verb is said already; the path names what it acts on (§5e).',
    help: 'Name the thing by another noun, such as BOOK /reservation for BOOK /booking.',
    wrong: 'BOOK /booking',
    right: 'BOOK /reservation',
  },
  'agis/path-query': {
    rule: 'AGIS-PATH-07',
    severity: 'error',
    message: "The path '{path}' carries a {kind}.",
    why: 'What varies from call to call belongs into the input schema, where agents look for it (§5f).',
    help: '{proposal}',
    wrong: 'path: /reservation?type=dinner',
    right: 'path: /reservation with an input property type',
  },
  'agis/path-number-mixed': {
    rule: 'AGIS-PATH-09',
    severity: 'info',
    message: "The document writes both '{segment}' and '{other}'.",
    why: 'Singular and plural are both allowed; one of them throughout is easier to remember (§5).',
    help: 'Choose one of the two.',
    wrong: 'FIND /restaurants, BOOK /restaurant/{id}/table',
    right: 'FIND /restaurant, BOOK /restaurant/{id}/table',
  },
  'agis/path-trailing-slash': {
    rule: 'AGIS-PATH-10',
    severity: 'warning',
    message: "The path '{path}' ends with '/'.",
    why: 'Two spellings of one path are two paths for a strict server.',
    help: 'Write {proposal}.',
    wrong: 'path: /order/',
    right: 'path: /order',
  },
  'agis/path-malformed': {
    rule: 'AGIS-PATH-10',
    severity: 'error',
    message: "The path '{path}' is malformed: {reason}.",
    why: 'Paths are compared letter by letter; such a segment means different things to different servers.',
    help: 'Use segments of small letters, digits and single hyphens.',
    wrong: 'path: /order//item',
    right: 'path: /order/item',
  },
  'agis/path-parameter-twice': {
    rule: 'AGIS-PATH-10',
    severity: 'error',
    message: "The parameter '{name}' stands twice in the path '{path}'.",
    why: 'One name can carry one value only.',
    help: 'Give each parameter a name of its own, such as {order_id} and {item_id}.',
    wrong: 'path: /order/{id}/item/{id}',
    right: 'path: /order/{order_id}/item/{item_id}',
  },
  'agis/path-parameter-case': {
    rule: 'AGIS-PATH-12',
    severity: 'warning',
    message: "The parameter '{name}' is not in snake_case.",
    why: 'Parameters of the path are named like all parameters (§7).',
    help: 'Write {proposal}, here and in the input schema.',
    wrong: 'path: /order/{orderId}',
    right: 'path: /order/{order_id}',
  },
};
