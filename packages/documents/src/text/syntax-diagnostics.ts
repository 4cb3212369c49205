/** The diagnostics of unreadable JSON and YAML texts: one row for each error, the same for every kind of document. */
import type { DiagnosticTable } from '@dragoman/model';

const rows = {
  'syntax/encoding': {
    severity: 'error',
    message: 'the text is not valid UTF-8',
    why: 'Descriptions are exchanged in UTF-8; any other encoding would have to be guessed.',
    help: 'Save the file as UTF-8.',
  },
  'syntax/too-large': {
    severity: 'error',
    message: 'the text has more than {limit} bytes',
    why: 'Untrusted input is parsed within limits on time and memory.',
    help: 'Split the document{instead}.',
  },
  'syntax/empty': {
    severity: 'error',
    message: 'the text is empty',
    why: 'There is no document to read.',
    help: 'Write a document into it.',
  },
  'syntax/unreadable': {
    severity: 'error',
    message: 'not readable as {syntax}: {problem}',
    why: 'A text with a syntax error can be read in more than one way.',
    help: 'Correct the text at this location.',
  },
  'syntax/too-deep': {
    severity: 'error',
    message: 'nested deeper than {limit} levels',
    why: 'Depth is limited so that no document can exhaust a parser.',
    help: 'Flatten the document; no description needs this depth.',
  },
  'syntax/too-many-values': {
    severity: 'error',
    message: 'more than {limit} values, repeated parts counted each time',
    why: 'A few lines of aliases can expand to millions of values.',
    help: 'Split the document, or write repeated parts once and reference them with $ref.',
  },
  'syntax/duplicate-name': {
    severity: 'error',
    message: 'the name "{name}" occurs twice in one object',
    why: 'Parsers disagree on which of the two counts.',
    help: 'Remove one of the two, or rename it.',
  },
  'syntax/reserved-name': {
    severity: 'error',
    message: 'a member is named "__proto__"',
    why: 'Programs can mistake the name for the prototype of the object.',
    help: 'Rename the member.',
  },
  'syntax/name-form': {
    severity: 'error',
    message: 'the name of a member must be plain text',
    why: 'JSON has no other names, and a document must mean the same in both syntaxes.',
    help: 'Write the name as a string.',
  },
  'syntax/tag': {
    severity: 'error',
    message: 'the tag {tag} is not supported',
    why: 'Tags make a parser build values that JSON does not have; some of them run code.',
    help: 'Remove the tag and write the plain value.',
  },
  'syntax/alias': {
    severity: 'error',
    message: 'the alias *{name} has no earlier anchor',
    why: 'An alias repeats a part that an earlier anchor (&{name}) has named; it cannot be inside that part.',
    help: 'Correct the name, or write the part in full.',
  },
  'syntax/several-documents': {
    severity: 'error',
    message: 'the text contains more than one document',
    why: 'A description is one document; it would be unclear which one counts.',
    help: 'Put each document into its own file.',
  },
  'syntax/number': {
    severity: 'error',
    message: 'the number {number} cannot be written in JSON',
    why: 'Infinity, NaN and numbers outside the range of a double cannot be exchanged.',
    help: 'Write a decimal number, or quote it to make it a string.',
  },
  'syntax/character': {
    severity: 'error',
    message: 'a string contains {character}',
    why: 'It cannot be stored or forwarded unchanged.',
    help: 'Remove the character.',
  },
  'syntax/character-replaced': {
    severity: 'warning',
    message: 'strings with U+0000 or an unpaired surrogate, which was replaced by U+FFFD: {count}',
    why: 'It cannot be stored or forwarded unchanged.',
    help: 'Remove the character; the location is that of the first string.',
  },
} as const satisfies DiagnosticTable;

/** Codes of syntax diagnostics. */
export type SyntaxCode = keyof typeof rows;

/** Diagnostics of unreadable texts: code → row. */
export const syntaxDiagnostics: DiagnosticTable<SyntaxCode> = rows;
