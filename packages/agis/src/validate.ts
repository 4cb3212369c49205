/** Runs the eight passes over a parsed document, in order, and combines their findings into one report. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue, Severity } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Finding } from './finding.js';
import { agisLimits } from './limits.js';
import type { EndpointView, Pass, PassContext, ValidationOptions } from './pass.js';
import { defaultValidation } from './pass.js';
import { passes } from './passes/index.js';
import { findLevel2Gaps } from './passes/level2.js';
import { refuseValue } from './passes/structural.js';
import type { AgisReport, PassOutcome } from './report.js';
import type { DocumentShape } from './shape.js';
import { createDocumentShape } from './shape.js';
import type { AgisSource } from './source.js';
import { createWords } from './words/create-words.js';
import type { Words } from './words/words.js';

/** Validates documents. Reuse it: loading the words takes longer than validating a document. */
export interface AgisValidator {
  validate(source: AgisSource, options?: Partial<ValidationOptions>): AgisReport;
  words: Words;
  /** The compiled schema of a document, for callers that run single passes. */
  shape: DocumentShape;
}

/** Creates a validator with the built-in words, or with other words. */
export function createAgisValidator(words: Words = createWords()): AgisValidator {
  const shape = createDocumentShape();
  return {
    words,
    shape,
    validate: (source, options = {}) => run(source, { ...defaultValidation, ...options }, { words, shape }),
  };
}

interface Tools {
  words: Words;
  shape: DocumentShape;
}

function run(source: AgisSource, options: ValidationOptions, { words, shape }: Tools): AgisReport {
  const context = { ...createPassContext(source, options, words), shape };
  const outcomes: PassOutcome[] = [];
  const findings: Finding[] = [];
  for (const pass of passes) {
    const skipped = reasonToSkip(pass, { source, options, findings });
    if (skipped !== undefined) {
      outcomes.push({ number: pass.number, name: pass.name, status: 'skipped', detail: skipped });
      continue;
    }
    const found = [...listEarlier(source, pass, options), ...runPass(pass, source, context)];
    findings.push(...found);
    outcomes.push(describeOutcome(pass, found, context));
  }
  const { similarity, warnBelow, refuseBelow } = options;
  return {
    conforms: !findings.some(isError),
    level: options.level,
    passes: outcomes,
    findings,
    counts: countSeverities(findings),
    missingForLevel2: findLevel2Gaps(context.endpoints),
    ...(similarity === undefined ? {} : { model: { model: similarity.model, warnBelow, refuseBelow } }),
  };
}

/** Findings from parsing belong to passes 1 and 8. */
function listEarlier({ diagnostics }: AgisSource, { number }: Pass, { strict }: ValidationOptions): Finding[] {
  const found = diagnostics.filter(({ pass }) => pass === number);
  if (!strict) return found;
  return found.map((each) => (each.code === 'agis/illustrative-notation' ? { ...each, severity: 'error' } : each));
}

function runPass(pass: Pass, source: AgisSource, context: PassContext): Finding[] {
  return pass.number === 1 && !isJsonObject(source.document) ? refuseValue(context) : pass.run(context);
}

/** The context of the passes for a parsed document; members of a wrong type are left out of the views. */
export function createPassContext(source: AgisSource, options: ValidationOptions, words: Words): PassContext {
  const document = isJsonObject(source.document) ? source.document : {};
  const listed = Array.isArray(document.endpoints) ? document.endpoints.slice(0, agisLimits.endpoints) : [];
  const endpoints = listed.flatMap((node, index) => (isJsonObject(node) ? viewEndpoint(node, index, source) : []));
  return { document, endpoints, locate: source.locate, words, options };
}

function viewEndpoint(node: JsonObject, index: number, { elided }: AgisSource): EndpointView {
  const pointer = childPointer('/endpoints', index);
  const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value : undefined);
  const method = text(node.method);
  const path = text(node.path);
  return {
    index,
    pointer,
    node,
    label: `${method?.toUpperCase() ?? '(no method)'} ${path ?? '(no path)'}`,
    elided: elided.has(pointer),
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(isJsonObject(node.semantic) ? { semantic: node.semantic } : {}),
  };
}

interface Progress {
  source: AgisSource;
  options: ValidationOptions;
  findings: readonly Finding[];
}

function reasonToSkip({ number }: Pass, { source, options, findings }: Progress): string | undefined {
  if (source.fragment && (number === 1 || number === 7)) return 'the text is one endpoint, not a whole document';
  if (options.failFast && findings.some(isError)) return 'an earlier pass failed';
  if (number > 1 && !isJsonObject(source.document)) return 'the document is not an object';
  return undefined;
}

function describeOutcome(pass: Pass, found: readonly Finding[], context: PassContext): PassOutcome {
  const status = found.some(isError) ? 'failed' : found.length > 0 ? 'findings' : 'clean';
  const detail = pass.describe?.(context);
  return { number: pass.number, name: pass.name, status, ...(detail === undefined ? {} : { detail }) };
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function countSeverities(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
