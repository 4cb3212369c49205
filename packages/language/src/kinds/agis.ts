/** AGIS documents in YAML, JSON and the illustrative notation. */
import type { AgisSource, AgisValidator, Finding, ParsedAgis } from '@dragoman/agis';
import { applyFixes, formatAgis, parseAgis } from '@dragoman/agis';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Completion, LanguageDiagnostic, LanguageService, OutlineItem } from '../service/language-service.js';
import { agisFormat } from '../shapes/agis.js';
import { membersAt } from '../shapes/shape.js';
import type { CursorContext } from '../structure/cursor-context.js';
import type { StructureNode } from '../structure/node.js';
import { childOf, textAt } from '../structure/node.js';
import type { OwnValue } from '../structured/complete-members.js';
import { describeNode } from '../structured/explain.js';
import { editsBetween } from '../text/edits.js';
import { createOffsets } from '../text/offsets.js';
import { rememberLast } from '../text/remember-last.js';
import { completeNotation, defineNotation, hoverNotation, layOutNotation } from './agis-notation.js';
import { createStructuredService, outlineItem } from './structured-service.js';

/** A text with the findings of the validator. */
export interface CheckedAgis {
  parsed: ParsedAgis;
  findings: readonly Finding[];
}

/** Parses and validates a text. */
export function checkAgis(text: string, validator: AgisValidator): CheckedAgis {
  const parsed = parseAgis(new TextEncoder().encode(text));
  return {
    parsed,
    findings: parsed.value === undefined ? parsed.diagnostics : validator.validate(parsed.value).findings,
  };
}

/** Creates the service; the validator is created for the first text. */
export function createAgisService(validator: () => AgisValidator): LanguageService {
  const check = rememberLast((text) => checkAgis(text, validator()));
  const notation = rememberLast((text) => {
    const { parsed } = check(text);
    return parsed.value === undefined ? looksLikeNotation(text) : parsed.value.syntax === 'notation';
  });
  const structured = createStructuredService({
    kind: 'agis',
    format: agisFormat,
    check: (text) => check(text).findings.map(toDiagnostic(text, check(text).parsed.value)),
    fix: (text, diagnostics) => fixText(text, check(text), diagnostics),
    findValues,
    findDefinition,
    outline,
    layOut: (text) => layOut(text, check(text).parsed.value),
  });
  return {
    ...structured,
    complete: (text, offset): Completion[] =>
      notation(text)
        ? completeNotation(text, offset, (block) => membersAt(agisFormat, block))
        : structured.complete(text, offset),
    hover: (text, offset) =>
      notation(text)
        ? hoverNotation(text, offset, (block) => membersAt(agisFormat, block))
        : structured.hover(text, offset),
    define: (text, offset) => (notation(text) ? defineNotation(text, offset) : structured.define(text, offset)),
    outline: (text) => (notation(text) ? outlineNotation(text, check(text).parsed.value) : structured.outline(text)),
  };
}

const looksLikeNotation = (text: string) =>
  /^[ \t]*[A-Za-z]+[ \t]+\/\S*[ \t]*\{/m.test(text) || /^[ \t]*vocabulary[ \t]*\{/m.test(text);

const notationCode = 'agis/illustrative-notation';

function toDiagnostic(text: string, source: AgisSource | undefined) {
  const rangeOf = createOffsets(text);
  return ({ code, severity, message, help, location, fix }: Finding): LanguageDiagnostic => {
    const offered = code === notationCode && source !== undefined ? 'Write the document as YAML' : fix?.description;
    const { pointer } = location;
    return {
      ...rangeOf(location),
      ...{ code, severity, message, help, pointer, key: `${code} ${pointer} ${message}` },
      ...(offered === undefined ? {} : { fix: offered }),
    };
  };
}

function fixText(
  text: string,
  { parsed: { value }, findings }: CheckedAgis,
  diagnostics: readonly LanguageDiagnostic[],
) {
  if (value === undefined) return [];
  if (diagnostics.some(({ code }) => code === notationCode)) return editsBetween(text, formatAgis(value, 'yaml'));
  const keys = new Set(diagnostics.map(({ key }) => key));
  const chosen = findings.filter(({ code, location, message }) => keys.has(`${code} ${location.pointer} ${message}`));
  return editsBetween(text, applyFixes(value, chosen).text);
}

/** The notation has no canonical form, so only its lines are indented, and only when it still says the same. */
function layOut(text: string, source: AgisSource | undefined): string | undefined {
  if (source?.syntax !== 'notation') return source === undefined ? undefined : formatAgis(source);
  const written = layOutNotation(text);
  const { value } = parseAgis(new TextEncoder().encode(written));
  return JSON.stringify(value?.document) === JSON.stringify(source.document) ? written : undefined;
}

function listEndpoints(root: StructureNode): StructureNode[] {
  return childOf(root, 'endpoints')?.children ?? [];
}

function findValues({ path }: CursorContext, root: StructureNode): OwnValue[] {
  if (path.at(-1) === '$ref') {
    const schemas = childOf(root, 'schemas')?.children ?? [];
    return schemas.map((node) => ({ value: `#/schemas/${node.key}`, documentation: describeNode(node) }));
  }
  if (path.at(-2) === 'declared_verbs') {
    return [...new Set(listEndpoints(root).flatMap((node) => textAt(node, 'method') ?? []))].map((value) => ({
      value,
    }));
  }
  if (path.at(-1) === 'method') {
    const verbs = childOf(childOf(root, 'vocabulary'), 'declared_verbs')?.children ?? [];
    return verbs.flatMap(({ value }) => (value === undefined ? [] : [{ value, detail: 'declared verb' }]));
  }
  return [];
}

function findDefinition(value: string, path: readonly string[], root: StructureNode): StructureNode | undefined {
  if (path.includes('declared_verbs')) return listEndpoints(root).find((node) => textAt(node, 'method') === value);
  if (path.at(-1) === 'method') return childOf(childOf(root, 'vocabulary'), 'declared_verbs');
  return undefined;
}

function outline(root: StructureNode): OutlineItem[] {
  return root.children.map((node) => {
    if (node.key === 'endpoints')
      return outlineItem(node, { name: 'endpoints', kind: 'section', children: outlineEndpoints(root) });
    if (node.key === 'schemas') {
      const children = node.children.map((child) => outlineItem(child, { name: child.key ?? '', kind: 'schema' }));
      return outlineItem(node, { name: 'schemas', kind: 'section', children });
    }
    return outlineItem(node, { name: node.key ?? '', kind: 'section', detail: node.value });
  });
}

function outlineEndpoints(root: StructureNode): OutlineItem[] {
  return listEndpoints(root).map((node) =>
    outlineItem(node, {
      name: `${textAt(node, 'method') ?? ''} ${textAt(node, 'path') ?? ''}`.trim(),
      kind: 'operation',
      detail: textAt(childOf(node, 'semantic'), 'intent'),
    }),
  );
}

function outlineNotation(text: string, source: AgisSource | undefined): OutlineItem[] {
  const rangeOf = createOffsets(text);
  const document: JsonObject = isJsonObject(source?.document) ? source.document : {};
  const endpoints = Array.isArray(document.endpoints) ? document.endpoints : [];
  return endpoints.map((endpoint, index) => {
    const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');
    const node = isJsonObject(endpoint) ? endpoint : {};
    const range = source === undefined ? { start: 0, end: 0 } : rangeOf(source.locate(`/endpoints/${index}`));
    return {
      ...range,
      name: `${text(node.method)} ${text(node.path)}`.trim(),
      kind: 'operation' as const,
      children: [],
    };
  });
}
