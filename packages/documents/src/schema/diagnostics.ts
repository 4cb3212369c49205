/** The diagnostics of schemas: one row for each code. */
import type { DiagnosticTable } from '@dragoman/model';

const rows = {
  'schema/not-a-schema': {
    severity: 'error',
    message: 'must be a JSON Schema (an object, true or false)',
    why: 'Inputs are validated against the schema before a call is sent.',
    help: 'Write an object such as {"type": "string"}, or true to accept anything.',
  },
  'schema/unknown-type': {
    severity: 'error',
    message: 'not a JSON Schema type',
    why: 'A misspelled type accepts nothing or everything, depending on the validator.',
    help: 'Use one of string, number, integer, boolean, object, array, null.',
  },
  'schema/keyword-value': {
    severity: 'error',
    message: 'must be {expected}',
    why: 'The 2020-12 meta-schema defines the value of each keyword; validators disagree on anything else.',
    help: 'Give "{keyword}" a value that JSON Schema 2020-12 allows.',
  },
  'schema/limit': {
    severity: 'error',
    message: 'has more than {limit} {what}',
    why: 'Every schema is compiled and indexed, so its size is limited.',
    help: 'Split the operation, or describe the repeated part once under "$defs" and reference it.',
  },
  'schema/remote-reference': {
    severity: 'error',
    message: 'refers to another document',
    why: 'Schemas are never fetched from elsewhere: the other document could change, disappear, or track the reader.',
    help: 'Copy the other schema into "$defs" and reference it with "#/$defs/…".',
  },
  'schema/dangling-reference': {
    severity: 'error',
    message: 'has no target in this schema',
    why: 'A reference without a target cannot be validated.',
    help: 'Correct the pointer, or add its target under "$defs".',
  },
  'schema/endless-reference': {
    severity: 'error',
    message: 'refers to itself without descending into the value',
    why: 'Validating a value against it would never end.',
    help: 'Recurse through properties or items, or remove one of the references.',
  },
  'schema/duplicate-identifier': {
    severity: 'error',
    message: 'used twice in this schema',
    why: 'A reference to it would be ambiguous.',
    help: 'Give each "$id" and each anchor a unique name.',
  },
  'schema/not-a-pattern': {
    severity: 'error',
    message: 'not a regular expression',
    why: 'No regular expression engine accepts it.',
    help: 'Write an ECMA-262 regular expression without enclosing slashes.',
  },
  'schema/pattern-not-enforced': {
    severity: 'warning',
    message: 'cannot be run in linear time and is not enforced',
    why: 'Lookaround, backreferences and large repetitions can make a matcher run forever on hostile input.',
    help: 'Rewrite the pattern without lookaround, backreferences and repetitions above 1000.',
  },
  'schema/older-draft': {
    severity: 'info',
    message: 'written in the form of an older JSON Schema draft; read as {form}',
    why: 'The registry reads JSON Schema 2020-12; unambiguous forms of earlier drafts are translated.',
    help: 'Use the 2020-12 form when you next change the schema.',
  },
  'schema/unknown-dialect': {
    severity: 'warning',
    message: 'unknown dialect, read as JSON Schema 2020-12',
    why: 'The meaning of keywords depends on the dialect.',
    help: 'Use "https://json-schema.org/draft/2020-12/schema" or omit "$schema".',
  },
} as const satisfies DiagnosticTable;

/** Codes of findings about a schema. */
export type SchemaCode = keyof typeof rows;

/** Findings about a schema: code → row. */
export const schemaDiagnostics: DiagnosticTable<SchemaCode> = rows;
