/** The requests of the protocol that a language service answers. Nothing is decided here: answers are translated. */
import type { Completion, LanguageDiagnostic, LanguageService, OutlineItem } from '@dragoman/language';
import type { LspPosition, LspRange, TextDocument } from './text-document.js';

/** A document with its service and what its last check found. */
export interface ServedDocument {
  document: TextDocument;
  service: LanguageService;
  diagnostics: readonly LanguageDiagnostic[];
}

/** Parameters of a request about a place. */
interface Place {
  position: LspPosition;
}

/** Answers one request about an open document. */
export type Answer = (served: ServedDocument, params: never) => unknown;

/** The requests, by method. */
export const answers: Readonly<Record<string, Answer>> = {
  'textDocument/completion': ({ document, service }, { position }: Place) => ({
    isIncomplete: true,
    items: service
      .complete(document.text, document.offsetAt(position))
      .map((completion, order) => toCompletionItem(document, completion, order)),
  }),
  'textDocument/hover'({ document, service }, { position }: Place) {
    const hover = service.hover(document.text, document.offsetAt(position));
    if (hover === undefined) return null;
    return { contents: { kind: 'plaintext', value: hover.text }, range: document.rangeOf(hover) };
  },
  'textDocument/definition'({ document, service }, { position }: Place) {
    const target = service.define(document.text, document.offsetAt(position));
    return target === undefined ? null : { uri: document.uri, range: document.rangeOf(target) };
  },
  'textDocument/documentSymbol': ({ document, service }) =>
    service.outline(document.text).map((item) => toSymbol(document, item)),
  'textDocument/formatting': ({ document, service }) => service.format(document.text)?.map(document.editOf) ?? null,
  'textDocument/codeAction': listActions,
};

const completionKinds: Readonly<Record<Completion['kind'], number>> = {
  member: 10,
  value: 12,
  reference: 18,
  tool: 3,
  input: 6,
  output: 5,
};

function toCompletionItem(document: TextDocument, completion: Completion, order: number) {
  const { label, kind, detail, documentation, edit } = completion;
  return {
    ...{ label, kind: completionKinds[kind], filterText: edit.text, sortText: String(order).padStart(4, '0') },
    textEdit: document.editOf(edit),
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation }),
  };
}

const symbolKinds: Readonly<Record<OutlineItem['kind'], number>> = {
  section: 3,
  operation: 6,
  schema: 5,
  workflow: 12,
  step: 6,
  heading: 15,
  component: 8,
};

function toSymbol(document: TextDocument, item: OutlineItem): unknown {
  const { name, kind, detail, start, end, children } = item;
  return {
    ...{ name: name === '' ? '-' : name, kind: symbolKinds[kind] },
    ...(detail === undefined ? {} : { detail }),
    range: document.rangeOf({ start, end }),
    selectionRange: document.rangeOf({ start, end: start }),
    children: children.map((child) => toSymbol(document, child)),
  };
}

const severities = { error: 1, warning: 2, info: 3 };

/** A diagnostic of the protocol. */
export function toLspDiagnostic(document: TextDocument, diagnostic: LanguageDiagnostic) {
  const { severity, code, message, help } = diagnostic;
  return {
    ...{ range: document.rangeOf(diagnostic), severity: severities[severity], code, source: 'dragoman' },
    message: help === '' || message.includes(help) ? message : `${message} ${help}`,
  };
}

/** Diagnostics whose quick fixes are offered at once. */
const maxActions = 20;

function listActions({ document, service, diagnostics }: ServedDocument, { range }: { range: LspRange }) {
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const lineStart = document.text.lastIndexOf('\n', start - 1) + 1;
  const here = diagnostics.filter((each) => each.fix !== undefined && each.start <= end && each.end >= lineStart);
  const actionOf = (title: string, chosen: readonly LanguageDiagnostic[]) => {
    const edits = service.fix(document.text, chosen).map(document.editOf);
    if (edits.length === 0) return [];
    const fixed = chosen.length === 1 ? chosen.map((each) => toLspDiagnostic(document, each)) : [];
    return [{ title, kind: 'quickfix', diagnostics: fixed, edit: { changes: { [document.uri]: edits } } }];
  };
  const single = here.slice(0, maxActions).flatMap((each) => actionOf(each.fix ?? '', [each]));
  const codes = [...new Set(here.map(({ code }) => code))].slice(0, 3);
  const whole = codes.flatMap((code) => {
    const all = diagnostics.filter((each) => each.code === code && each.fix !== undefined);
    return all.length < 2 ? [] : actionOf(`Fix all ${all.length} of ${code}`, all);
  });
  return [...single, ...whole];
}
