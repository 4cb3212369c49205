/** What can keep a text in JSON or YAML from being read: one row per fault, the same for every kind of document. */
import type { DiagnosticTable } from '@dragoman/model';

const rows = {
  'syntax/encoding': {
    severity: 'error',
    message: 'the text is not valid UTF-8',
    why: 'Descriptions are exchanged in UTF-8; other bytes would be guessed at.',
    help: 'Save the file as UTF-8.',
  },
  'syntax/too-large': {
    severity: 'error',
    message: 'the text has more than {limit} bytes',
    why: 'What strangers send is read within a bound of time and memory.',
    help: 'Split the document{instead}.',
  },
  'syntax/empty': {
    severity: 'error',
    message: 'the text is empty',
    why: 'There is nothing to read.',
    help: 'Put a document into it.',
  },
  'syntax/unreadable': {
    severity: 'error',
    message: 'not readable as {syntax}: {problem}',
    why: 'A text that breaks the rules of its syntax can be read in more than one way.',
    help: 'Correct the text at this place.',
  },
  'syntax/too-deep': {
    severity: 'error',
    message: 'nested deeper than {limit} levels',
    why: 'Depth is bounded so that no document can exhaust a reader.',
    help: 'Flatten the document; no description needs this depth.',
  },
  'syntax/too-many-values': {
    severity: 'error',
    message: 'more than {limit} values, repeated parts counted each time',
    why: 'A few lines of aliases can stand for millions of values.',
    help: 'Split the document, or write repeated parts once and refer to them with $ref.',
  },
  'syntax/duplicate-name': {
    severity: 'error',
    message: 'the name "{name}" stands twice in one object',
    why: 'Readers disagree on which of the two counts.',
    help: 'Remove one of the two, or rename it.',
  },
  'syntax/reserved-name': {
    severity: 'error',
    message: 'a member is named "__proto__"',
    why: 'The name changes how programs see every other member.',
    help: 'Rename the member.',
  },
  'syntax/name-form': {
    severity: 'error',
    message: 'the name of a member must be plain text',
    why: 'JSON has no other names, and both syntaxes must say the same.',
    help: 'Write the name as a string.',
  },
  'syntax/tag': {
    severity: 'error',
    message: 'the tag {tag} is not read',
    why: 'Tags make a reader build things that JSON does not have; some of them run code.',
    help: 'Remove the tag and write the plain value.',
  },
  'syntax/alias': {
    severity: 'error',
    message: 'the alias *{name} names nothing that stands before it',
    why: 'An alias repeats a part that an anchor (&{name}) has named earlier, and never a part that holds it.',
    help: 'Correct the name, or write the part out.',
  },
  'syntax/several-documents': {
    severity: 'error',
    message: 'the text holds more than one document',
    why: 'A description is one document; which of them would count is anybody’s guess.',
    help: 'Put each document into a file of its own.',
  },
  'syntax/number': {
    severity: 'error',
    message: 'the number {number} has no place in JSON',
    why: 'Infinity, not-a-number and numbers beyond a double cannot be exchanged.',
    help: 'Write a decimal number, or put it in quotes to make it a text.',
  },
  'syntax/character': {
    severity: 'error',
    message: 'a text holds {character}',
    why: 'It cannot be stored or sent on unchanged.',
    help: 'Remove the character.',
  },
} as const satisfies DiagnosticTable;

/** Codes of what keeps a text from being read. */
export type SyntaxCode = keyof typeof rows;

/** What keeps a text from being read: code → row. */
export const syntaxDiagnostics: DiagnosticTable<SyntaxCode> = rows;
