/** What is found on the way from a text to the model, before the passes look at it: rules of passes 1 and 8. */
import type { RuleTable } from './finding.js';

const rows = {
  'agis/unreadable': {
    rule: 'AGIS-SER-15',
    severity: 'error',
    message: '{problem}',
    why: 'A document from a stranger is read safely or not at all.',
    help: '{help}',
    wrong: 'agis: "1.0"\nservice: !!python/object Library',
    right: 'agis: "1.0"\nservice: Library',
  },
  'agis/not-json': {
    rule: 'AGIS-SER-10',
    severity: 'error',
    message: '{problem}',
    why: 'Strings of JSON stand in double quotes; YAML takes them bare or quoted.',
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
    why: 'The illustrative notation was recognised, but breaks its own rules at this place.',
    help: '{help}',
    wrong: 'BOOK /reservation {\n  semantic { intent: "Books a table"\n}',
    right: 'BOOK /reservation {\n  semantic { intent: "Books a table" }\n}',
  },
  'agis/illustrative-notation': {
    rule: 'AGIS-NOTE-02',
    severity: 'warning',
    message: 'the illustrative notation is not a serialization of AGIS',
    why: 'Only YAML and JSON are; other tools cannot read this file.',
    help: 'Convert it: "dragoman agis fmt --to yaml <file>".',
    wrong: 'BOOK /reservation { … }',
    right: 'endpoints:\n  - method: BOOK\n    path: /reservation',
  },
  'agis/unknown-block': {
    rule: 'AGIS-NOTE-04',
    severity: 'warning',
    message: 'the block "{name}" is not known and was passed over',
    why: 'What is passed over reaches no agent.',
    help: 'Remove the block, or put what it says into the semantic block.',
  },
  'agis/repeated-member': {
    rule: 'AGIS-SER-15',
    severity: 'error',
    message: '"{name}" is given twice',
    why: 'Readers disagree on which of the two counts.',
    help: 'Remove one of the two.',
  },
  'agis/version-number': {
    rule: 'AGIS-DOC-01',
    severity: 'warning',
    message: 'the version {value} is written as a number',
    why: 'As numbers, 1.0 is 1 and 1.10 is 1.1; a version is a text.',
    help: 'Put it in quotes: "{value}".',
    wrong: 'agis: 1.0',
    right: 'agis: "1.0"',
  },
  'agis/endpoint-map': {
    rule: 'AGIS-DOC-13',
    severity: 'warning',
    message: 'endpoints are written as a mapping and read as a list',
    why: 'The specification has an array of endpoints; other tools will not read a mapping.',
    help: 'Write a list whose members have "method" and "path".',
    wrong: 'endpoints:\n  BOOK /reservation:\n    semantic: {…}',
    right: 'endpoints:\n  - method: BOOK\n    path: /reservation\n    semantic: {…}',
  },
  'agis/field-name': {
    rule: 'AGIS-SER-08',
    severity: 'error',
    message: 'the field "{name}" is not written in lower-case snake_case',
    why: 'Field names are lower-case snake_case; another spelling is another field, which no tool knows.',
    help: 'Rename it to "{meant}".',
    wrong: 'declaredVerbs: [BOOK]',
    right: 'declared_verbs: [BOOK]',
  },
  'agis/unknown-field': {
    rule: 'AGIS-DOC-16',
    severity: 'warning',
    message: 'the field "{name}" is not known{hint}',
    why: 'A field that no tool knows is kept and says nothing; often it is a misspelt one.',
    help: 'Correct the name, or begin it with "x_" to say that it is your own.',
    wrong: 'colour: red',
    right: 'x_colour: red',
  },
  'agis/boolean-case': {
    rule: 'AGIS-SER-11',
    severity: 'error',
    message: '"{value}" is not how a truth value is written',
    why: 'Truth values are true and false, in lower case.',
    help: 'Write {right}.',
    wrong: 'negotiable: True',
    right: 'negotiable: true',
  },
  'agis/exponent': {
    rule: 'AGIS-SER-12',
    severity: 'info',
    message: 'the number {value} is written with an exponent',
    why: 'Numbers of AGIS are plain decimals.',
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
    why: 'The contract of an endpoint is a JSON Schema; shorthand is read here and nowhere else.',
    help: 'Write the JSON Schema; "dragoman agis validate --fix" does it.',
    wrong: 'input:\n  required: [guests (integer)]\n  optional: [note]',
    right:
      'input:\n  type: object\n  properties: {guests: {type: integer}, note: {type: string}}\n  required: [guests]',
  },
  'agis/unknown-type': {
    rule: 'AGIS-DATA-09',
    severity: 'warning',
    message: '"{words}" is no type that is known, and was kept as a description',
    why: 'An agent fills a parameter by its type; words that name none help only a reader.',
    help: 'Use integer, number, string, boolean, date, date-time, array or object.',
  },
} as const satisfies RuleTable;

/** Codes of rules that are found while reading; pass 1. */
export type SourceCode = keyof typeof rows;

/** Codes of rules about shorthand contracts; pass 8. */
export type ShorthandCode = keyof typeof contractRows;

/** Rules of pass 1 that are found while reading. */
export const sourceRules: RuleTable<SourceCode> = rows;

/** Rules of pass 8 that are found while reading. */
export const shorthandRules: RuleTable<ShorthandCode> = contractRows;
