/** Findings from parsing a text into the model, before the passes run: rules of passes 1 and 8. */
import type { RuleTable } from './finding.js';

const rows = {
  'agis/unreadable': {
    rule: 'AGIS-SER-15',
    severity: 'error',
    message: '{problem}',
    why: 'An untrusted document is either read safely or rejected.',
    help: '{help}',
    wrong: 'agis: "1.0"\nservice: !!python/object Library',
    right: 'agis: "1.0"\nservice: Library',
  },
  'agis/not-json': {
    rule: 'AGIS-SER-10',
    severity: 'error',
    message: '{problem}',
    why: 'JSON strings are in double quotes; YAML accepts them bare or quoted.',
    help: '{help}',
    wrong: "{'agis': '1.0', }",
    right: '{"agis": "1.0"}',
  },
  'agis/not-utf8': {
    rule: 'AGIS-SER-02',
    severity: 'error',
    message: '{problem}',
    why: 'application/agis is always UTF-8.',
    help: '{help}',
  },
  'agis/notation-fault': {
    rule: 'AGIS-NOTE-03',
    severity: 'error',
    message: '{problem}',
    why: 'The illustrative notation was recognized, but this part breaks its rules.',
    help: '{help}',
    wrong: 'BOOK /reservation {\n  semantic { intent: "Books a table"\n}',
    right: 'BOOK /reservation {\n  semantic { intent: "Books a table" }\n}',
  },
  'agis/illustrative-notation': {
    rule: 'AGIS-NOTE-02',
    severity: 'warning',
    message: 'the illustrative notation is not a serialization of AGIS',
    why: 'AGIS documents are written in YAML or JSON; other tools cannot read this file.',
    help: 'Convert it: "dragoman agis fmt --to yaml <file>".',
    wrong: 'BOOK /reservation { … }',
    right: 'endpoints:\n  - method: BOOK\n    path: /reservation',
  },
  'agis/unknown-block': {
    rule: 'AGIS-NOTE-04',
    severity: 'warning',
    message: 'the block "{name}" is unknown and was skipped',
    why: 'Agents do not receive skipped content.',
    help: 'Remove the block, or move its content into the semantic block.',
  },
  'agis/repeated-member': {
    rule: 'AGIS-SER-15',
    severity: 'error',
    message: '"{name}" is given twice',
    why: 'Parsers disagree on which of the two values applies.',
    help: 'Remove one of the two.',
  },
  'agis/version-number': {
    rule: 'AGIS-DOC-01',
    severity: 'warning',
    message: 'the version {value} is written as a number',
    why: 'As numbers, 1.0 is 1 and 1.10 is 1.1; a version is a string.',
    help: 'Put it in quotes: "{value}".',
    wrong: 'agis: 1.0',
    right: 'agis: "1.0"',
  },
  'agis/endpoint-map': {
    rule: 'AGIS-DOC-13',
    severity: 'warning',
    message: 'endpoints is a mapping; it was read as a list',
    why: 'The specification has an array of endpoints; other tools will not read a mapping.',
    help: 'Write a list whose members have "method" and "path".',
    wrong: 'endpoints:\n  BOOK /reservation:\n    semantic: {…}',
    right: 'endpoints:\n  - method: BOOK\n    path: /reservation\n    semantic: {…}',
  },
  'agis/field-name': {
    rule: 'AGIS-SER-08',
    severity: 'error',
    message: 'the field "{name}" is not written in lower-case snake_case',
    why: 'Field names are lower-case snake_case; another spelling is another field, which no tool reads.',
    help: 'Rename it to "{meant}".',
    wrong: 'declaredVerbs: [BOOK]',
    right: 'declared_verbs: [BOOK]',
  },
  'agis/unknown-field': {
    rule: 'AGIS-DOC-16',
    severity: 'warning',
    message: 'unknown field "{name}"{hint}',
    why: 'An unknown field is kept but has no meaning; often it is a misspelling.',
    help: 'Correct the name, or start it with "x_" to mark it as your own.',
    wrong: 'colour: red',
    right: 'x_colour: red',
  },
  'agis/boolean-case': {
    rule: 'AGIS-SER-11',
    severity: 'error',
    message: '"{value}" is not a boolean',
    why: 'Booleans are true and false, in lower case.',
    help: 'Write {right}.',
    wrong: 'negotiable: True',
    right: 'negotiable: true',
  },
  'agis/exponent': {
    rule: 'AGIS-SER-12',
    severity: 'info',
    message: 'the number {value} is written with an exponent',
    why: 'Numbers in AGIS are plain decimals.',
    help: 'Write {right}.',
    wrong: '"confidence_guidance": 8.5e-1',
    right: '"confidence_guidance": 0.85',
  },
} as const satisfies RuleTable;

const contractRows = {
  'agis/shorthand': {
    rule: 'AGIS-DATA-09',
    severity: 'warning',
    message: '"{member}" of {endpoint} is shorthand and was expanded to JSON Schema',
    why: 'The contract of an endpoint is a JSON Schema; other tools do not read shorthand.',
    help: 'Write the JSON Schema, or run "dragoman agis validate --fix".',
    wrong: 'input:\n  required: [guests (integer)]\n  optional: [note]',
    right:
      'input:\n  type: object\n  properties: {guests: {type: integer}, note: {type: string}}\n  required: [guests]',
  },
  'agis/unknown-type': {
    rule: 'AGIS-DATA-09',
    severity: 'warning',
    message: 'unknown type "{words}"; kept as the description',
    why: 'An agent fills a parameter according to its type; free text helps only a human reader.',
    help: 'Use integer, number, string, boolean, date, date-time, array or object.',
  },
} as const satisfies RuleTable;

/** Codes of pass 1 rules that are found during parsing. */
export type SourceCode = keyof typeof rows;

/** Codes of pass 8 rules about shorthand contracts. */
export type ShorthandCode = keyof typeof contractRows;

/** Rules of pass 1 that are found during parsing. */
export const sourceRules: RuleTable<SourceCode> = rows;

/** Rules of pass 8 that are found during parsing. */
export const shorthandRules: RuleTable<ShorthandCode> = contractRows;
