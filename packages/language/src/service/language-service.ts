/**
 * The one interface that editors and language servers bind to. A service is a set of functions of the text: it has no
 * documents of its own and does no I/O. Positions are offsets in UTF-16 code units.
 */
import type { Severity } from '@dragoman/model';

/** A part of the text; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** Replaces a part of the text. */
export interface TextEdit extends TextRange {
  text: string;
}

/** A problem in the text. */
export interface LanguageDiagnostic extends TextRange {
  severity: Severity;
  /** `area/rule-id`, stable. */
  code: string;
  message: string;
  /** How to fix it. */
  help: string;
  /** JSON pointer of the part; absent for text without structure. */
  pointer?: string;
  /** The operation that it is about. */
  operation?: string;
  /** What the quick fix does; absent when there is none. `fix` makes the edits. */
  fix?: string;
  /** Stable while other parts of the text change. */
  key: string;
}

/** What a completion inserts. */
export type CompletionKind = 'member' | 'value' | 'reference' | 'tool' | 'input' | 'output';

/** One proposal at the cursor. */
export interface Completion {
  label: string;
  kind: CompletionKind;
  /** A few words next to the label. */
  detail?: string;
  documentation?: string;
  edit: TextEdit;
  /** Offset in the new text at which to continue; after the inserted text when absent. */
  cursor?: number;
}

/** An explanation of the part at the cursor: plain text, paragraphs separated by an empty line. */
export interface Hover extends TextRange {
  text: string;
}

/** A part of the document, for an outline. */
export interface OutlineItem extends TextRange {
  name: string;
  detail?: string;
  kind: 'section' | 'operation' | 'schema' | 'workflow' | 'step' | 'heading' | 'component';
  children: OutlineItem[];
}

/** The language intelligence of one kind of document. No method throws because of the text. */
export interface LanguageService {
  kind: DocumentKind;
  /** Everything that is wrong, in the order of the text. */
  check(text: string): LanguageDiagnostic[];
  /** The edits of the quick fixes of some diagnostics, in the order of the text, without overlap. */
  fix(text: string, diagnostics: readonly LanguageDiagnostic[]): TextEdit[];
  complete(text: string, offset: number): Completion[];
  hover(text: string, offset: number): Hover | undefined;
  /** Where the name at the offset is defined in the same document. */
  define(text: string, offset: number): TextRange | undefined;
  outline(text: string): OutlineItem[];
  /** The edits that lay the text out; undefined when the text cannot be read, or has no canonical layout. */
  format(text: string): TextEdit[] | undefined;
}

/** Kinds of documents. */
export const documentKinds = Object.freeze(['openapi', 'agis', 'arazzo', 'procedure'] as const);

/** A kind of document. */
export type DocumentKind = (typeof documentKinds)[number];
