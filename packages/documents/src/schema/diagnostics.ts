/** What can be found in a schema: one row per finding, so that texts and codes stand in one place. */
import type { DiagnosticTable } from '@dragoman/model';

const rows = {
  'schema/not-a-schema': {
    severity: 'error',
    message: 'must be a JSON Schema (an object, true or false)',
    why: 'Inputs are checked against the schema before a call leaves.',
    help: 'Write an object such as {"type": "string"}, or true to accept anything.',
  },
  'schema/unknown-type': {
    severity: 'error',
    message: 'not a JSON Schema type',
    why: 'A mistyped type name accepts nothing, or everything, depending on who reads it.',
    help: 'Use one of string, number, integer, boolean, object, array, null.',
  },
  'schema/keyword-value': {
    severity: 'error',
    message: 'must be {expected}',
    why: 'The 2020-12 meta-schema says what each keyword takes; validators disagree on anything else.',
    help: 'Give "{keyword}" the value that JSON Schema 2020-12 describes.',
  },
  'schema/limit': {
    severity: 'error',
    message: 'has more than {limit} {what}',
    why: 'A schema has to be compiled and indexed; its size is bounded so that nobody else has to wait.',
    help: 'Split the operation, or describe the repeated part once under "$defs" and refer to it.',
  },
  'schema/remote-reference': {
    severity: 'error',
    message: 'refers to another document',
    why: 'A schema is never fetched from somewhere else: the other document could change, vanish or spy.',
    help: 'Copy the other schema into "$defs" and refer to it with "#/$defs/…".',
  },
  'schema/dangling-reference': {
    severity: 'error',
    message: 'refers to nothing in this schema',
    why: 'A reference without a target cannot be checked.',
    help: 'Correct the pointer, or add what it should name under "$defs".',
  },
  'schema/endless-reference': {
    severity: 'error',
    message: 'refers back to itself without looking at a smaller part of the value',
    why: 'Checking a value against it would never end.',
    help: 'Recurse through properties or items, or remove one of the references.',
  },
  'schema/duplicate-identifier': {
    severity: 'error',
    message: 'used twice in this schema',
    why: 'A reference to it would be ambiguous.',
    help: 'Give each "$id" and each anchor a name of its own.',
  },
  'schema/not-a-pattern': {
    severity: 'error',
    message: 'not a regular expression',
    why: 'No engine can run it.',
    help: 'Write an ECMA-262 regular expression, without slashes around it.',
  },
  'schema/pattern-not-enforced': {
    severity: 'warning',
    message: 'cannot be run in linear time and is not enforced',
    why: 'Look-around, back-references and large repetitions can make a matcher run for ever on a hostile text.',
    help: 'Rewrite the pattern without look-around, back-references and repetitions above 1000.',
  },
  'schema/older-draft': {
    severity: 'info',
    message: 'a form of an older JSON Schema draft, read as {form}',
    why: 'The registry reads JSON Schema 2020-12; forms of earlier drafts that are unmistakable are translated.',
    help: 'Write it in the 2020-12 form when the schema is next changed.',
  },
  'schema/unknown-dialect': {
    severity: 'warning',
    message: 'an unknown dialect, read as JSON Schema 2020-12',
    why: 'The meaning of keywords depends on the dialect.',
    help: 'Use "https://json-schema.org/draft/2020-12/schema" or leave "$schema" out.',
  },
} as const satisfies DiagnosticTable;

/** Codes of findings about a schema. */
export type SchemaCode = keyof typeof rows;

/** Findings about a schema: code → row. */
export const schemaDiagnostics: DiagnosticTable<SchemaCode> = rows;
