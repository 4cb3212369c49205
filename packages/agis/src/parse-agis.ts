/** Bytes → an AGIS document with source locations, in any of the three syntaxes. */

import type { LocatedDocument, TextLimits } from '@dragoman/documents';
import { decodeDocument, parseJsonText, parseYamlText, syntaxDiagnostics } from '@dragoman/documents';
import type { Diagnostic } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import { checkSpelling } from './check-spelling.js';
import type { Finding, Findings } from './finding.js';
import { createFindings } from './finding.js';
import { agisLimits } from './limits.js';
import { normalizeAgis } from './normalize.js';
import type { NotationDocument } from './notation/parse-notation.js';
import { looksLikeNotation, parseNotation } from './notation/parse-notation.js';
import type { AgisSource, AgisSyntax } from './source.js';
import type { ShorthandCode, SourceCode } from './source-rules.js';
import { shorthandRules, sourceRules } from './source-rules.js';

/** Options for parsing a text. */
export interface AgisReading {
  /** Address or file name, repeated in every location. */
  uri?: string;
  /** The syntax, when it is known; otherwise it is detected from the content. */
  syntax?: AgisSyntax;
  limits?: Partial<TextLimits & { yamlBytes: number; yamlParts: number }>;
}

/** A document, or the findings that reject it. */
export interface ParsedAgis {
  value?: AgisSource;
  diagnostics: Finding[];
}

/** Parses a text; never throws. Returns the findings about the value, or those that prevent parsing. */
export function parseAgis(bytes: Uint8Array, reading: AgisReading = {}): ParsedAgis {
  const limits = { ...agisLimits, ...reading.limits };
  const { uri } = reading;
  const decoded = decodeDocument(bytes, { ...(uri === undefined ? {} : { uri }), limits });
  if ('fault' in decoded) return refuse([decoded.fault], 'yaml');
  const { text } = decoded;
  const syntax = reading.syntax ?? sniffSyntax(text);
  if (syntax === 'notation') return finishNotation(parseNotation(text, uri), reading);
  const place = { ...(uri === undefined ? {} : { uri }), limits };
  const first = syntax === 'json' ? parseJsonText(text, place) : undefined;
  if (first?.value !== undefined) return finish(first.value, { syntax: 'json', reading });
  // A text that starts like JSON may be YAML in flow style; JSON errors are reported when it looks like JSON.
  const mayBeYaml = reading.syntax === undefined && first?.diagnostics[0]?.code === 'syntax/unreadable';
  if (first !== undefined && !mayBeYaml) return refuse(first.diagnostics, 'json');
  if (bytes.byteLength > limits.yamlBytes) {
    return first === undefined
      ? refuse(tooLarge(bytes, limits.yamlBytes, uri), 'yaml')
      : refuse(first.diagnostics, 'json');
  }
  if (countParts(text) > limits.yamlParts) return refuse(tooManyParts(limits.yamlParts, uri), 'yaml');
  const second = parseYamlText(text, place);
  if (second.value !== undefined) return finish(second.value, { syntax: 'yaml', reading });
  const meantJson = first !== undefined && /^\s*[{[]\s*"/.test(text);
  return meantJson ? refuse(first.diagnostics, 'json') : refuse(second.diagnostics, 'yaml');
}

/** Detects the syntax of a text from its content (reading R43). */
export function sniffSyntax(text: string): AgisSyntax {
  if (/^\s*[{[]/.test(text)) return 'json';
  return looksLikeNotation(text) ? 'notation' : 'yaml';
}

function tooLarge(bytes: Uint8Array, limit: number, uri: string | undefined): Diagnostic[] {
  const decoded = decodeDocument(bytes, {
    ...(uri === undefined ? {} : { uri }),
    limits: { ...agisLimits, bytes: limit },
  });
  return 'fault' in decoded ? [{ ...decoded.fault, help: 'Write the document in JSON, or split it.' }] : [];
}

function countParts(text: string): number {
  let count = 0;
  for (const mark of ['\n', ',']) {
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count += 1;
  }
  return count;
}

function tooManyParts(limit: number, uri: string | undefined): Diagnostic[] {
  const location = uri === undefined ? { pointer: '' } : { uri, pointer: '' };
  const fault = diagnose(syntaxDiagnostics, 'syntax/too-many-values', location, { limit });
  return [{ ...fault, help: 'Write the document in JSON, or split it.' }];
}

interface Finishing {
  syntax: AgisSyntax;
  reading: AgisReading;
}

function finish(located: LocatedDocument, { syntax, reading }: Finishing): ParsedAgis {
  const source = createFindings(1, sourceRules, located);
  const contracts = createFindings(8, shorthandRules, located);
  if (syntax === 'notation') reportNotation(located as NotationDocument, { source, contracts });
  const { document, original, isAsWritten } = normalizeAgis(located, { source, contracts });
  checkSpelling(located, source);
  const diagnostics = [...source.list(), ...contracts.list()];
  const value: AgisSource = {
    syntax,
    text: located.text,
    document,
    fragment: syntax === 'notation' && (located as NotationDocument).fragment,
    elided: syntax === 'notation' ? (located as NotationDocument).elided : new Set(),
    diagnostics,
    locate: (pointer) => ({ ...located.locate(original(pointer)), pointer }),
    span: (pointer) => (isAsWritten(pointer) ? located.span(pointer) : undefined),
    ...(reading.uri === undefined ? {} : { uri: reading.uri }),
  };
  return { value, diagnostics };
}

function finishNotation(parsed: ReturnType<typeof parseNotation>, reading: AgisReading): ParsedAgis {
  if (parsed.value === undefined) return refuse(parsed.diagnostics, 'notation');
  return finish(parsed.value, { syntax: 'notation', reading });
}

interface NotationReports {
  source: Findings<SourceCode>;
  contracts: Findings<ShorthandCode>;
}

function reportNotation({ remarks }: NotationDocument, { source, contracts }: NotationReports): void {
  source.report('agis/illustrative-notation', { pointer: '', element: 'document' });
  for (const { kind, pointer, name } of remarks) {
    if (kind === 'unknown-type') {
      contracts.report('agis/unknown-type', { pointer, element: name, parameters: { words: name } });
    } else {
      const code = kind === 'unknown-block' ? 'agis/unknown-block' : 'agis/repeated-member';
      source.report(code, { pointer, element: name, parameters: { name } });
    }
  }
}

/** Errors of the text itself as findings of pass 1. */
function refuse(faults: readonly Diagnostic[], syntax: AgisSyntax): ParsedAgis {
  const diagnostics = faults.map((fault): Finding => {
    const code = codeOf(fault, syntax);
    const { rule, why } = sourceRules[code];
    return { ...fault, code, pass: 1, rule, element: 'document', why };
  });
  return { diagnostics };
}

function codeOf({ code }: Diagnostic, syntax: AgisSyntax): SourceCode {
  if (code === 'syntax/encoding') return 'agis/not-utf8';
  if (code !== 'syntax/unreadable' || syntax === 'yaml') return 'agis/unreadable';
  return syntax === 'json' ? 'agis/not-json' : 'agis/notation-fault';
}
