/**
 * Converts a list of N-ACT tools to one entry with an operation per tool. The provider's signature is kept in the
 * operation and written unchanged; the schemas are for all other faces. A provider's own upload must follow every
 * rule; mistakes on other servers are tolerated.
 */

import { defaultJsonLimits, exceedsLimits } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue, Operation, ToolSignature } from '@dragoman/model';
import { checkSignature, diagnose, hasErrors, isJsonObject, lintSignature } from '@dragoman/model';
import { hashDocument } from '../../documents/hash-document.js';
import { toSlug, toSnakeCase } from '../../documents/identifier.js';
import { nameService, nameUuid } from '../../documents/name-uuid.js';
import type { EntryDraft, ReadContext, Reader } from '../../documents/reader.js';
import { nactDiagnostics } from './diagnostics.js';
import { inputSchemaOf, outputSchemaOf } from './signature-schemas.js';
import { listLimits, rootOf, signatureJson, signatureMember } from './wire.js';

type Mode = 'publish' | 'read';

/** Maximum number of diagnostics per document. */
const maxFindings = 200;

/** Reads a list of tools, or one signature, of a provider. */
export const readNact: Reader = (document, context) => {
  const found: Diagnostic[] = [];
  const draft = isJsonObject(document) ? readList(document, context, found) : undefined;
  const { uri } = context;
  const diagnostics = found
    .slice(0, maxFindings)
    .map((each) => (uri === undefined ? each : { ...each, location: { uri, ...each.location } }));
  return draft === undefined || hasErrors(found) ? { diagnostics } : { value: draft, diagnostics };
};

function readList(document: JsonObject, context: ReadContext, found: Diagnostic[]): EntryDraft | undefined {
  const root = readRoot(document, context);
  if (root === undefined) found.push(diagnose(nactDiagnostics, 'nact/no-root', { pointer: '' }));
  const items = Array.isArray(document.items) ? document.items : [document];
  const tools = readTools(items, found, context.uri === undefined ? 'publish' : 'read');
  if (tools.length === 0) found.push(diagnose(nactDiagnostics, 'nact/no-tools', { pointer: '/items' }));
  const { paging } = document;
  const goesOn = isJsonObject(paging) && typeof paging.next === 'string' && paging.next !== '';
  if (goesOn) found.push(diagnose(nactDiagnostics, 'nact/list-incomplete', { pointer: '/paging/next' }));
  if (root === undefined || tools.length === 0) return undefined;
  const draft = makeDraft(document, context, root, tools);
  return goesOn && context.uri !== undefined ? markPartial(draft) : draft;
}

/** Tools that were not seen on a server are not removed, and a truncated list is not a complete one. */
function markPartial(draft: EntryDraft): EntryDraft {
  const { origin } = draft;
  return { ...draft, origin: { ...origin, hash: hashDocument({ partial: origin.hash }) }, partial: true };
}

/** The root of the tools: from the document, otherwise the part of its URL before `/tools`. */
function readRoot(document: JsonObject, { uri }: ReadContext): string | undefined {
  const { root } = document;
  const said = Object.hasOwn(document, 'root') && typeof root === 'string' ? root : undefined;
  if (said === undefined) return uri === undefined ? undefined : rootOf(uri);
  if (!URL.canParse(said)) return undefined;
  const { origin, pathname, protocol, username, password } = new URL(said);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return undefined;
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function readTools(items: readonly JsonValue[], found: Diagnostic[], mode: Mode): ToolSignature[] {
  const tools = new Map<string, ToolSignature>();
  const names = new Set<string>();
  for (const [at, item] of items.slice(0, listLimits.tools).entries()) {
    const pointer = `/items/${at}`;
    const signature = readSignature(item, pointer, found, mode);
    if (signature === undefined) continue;
    const { toolId, name } = signature;
    if (tools.has(toolId)) {
      found.push(weigh(diagnose(nactDiagnostics, 'nact/tool-doubled', { pointer }, { toolId }), mode));
      continue;
    }
    if (names.has(name))
      found.push(weigh(diagnose(nactDiagnostics, 'nact/name-doubled', { pointer }, { name: name.slice(0, 80) }), mode));
    names.add(name);
    tools.set(toolId, signature);
  }
  return [...tools.values()];
}

/** Mistakes that are tolerated on other servers are errors in a provider's own upload. */
function weigh(diagnostic: Diagnostic, mode: Mode): Diagnostic {
  return mode === 'publish' ? { ...diagnostic, severity: 'error' } : diagnostic;
}

/** On a third-party server one unreadable signature does not block the others. */
function readSignature(item: JsonValue, pointer: string, found: Diagnostic[], mode: Mode): ToolSignature | undefined {
  const oversized = exceedsLimits(item, defaultJsonLimits) !== undefined;
  const { value, diagnostics } = oversized ? { value: undefined, diagnostics: [] } : checkSignature(item, { mode });
  if (mode === 'publish') {
    const advice = value === undefined ? [] : lintSignature(value);
    for (const each of [...diagnostics, ...advice])
      found.push({ ...each, location: { pointer: `${pointer}${each.location.pointer}` } });
  }
  if (value !== undefined) return value;
  const first = diagnostics.find(({ severity }) => severity === 'error');
  const reason = first === undefined ? 'it is too large.' : `${first.message} (${first.location.pointer || '/'})`;
  found.push(weigh(diagnose(nactDiagnostics, 'nact/tool-left-out', { pointer }, { place: pointer, reason }), mode));
  return undefined;
}

function makeDraft(
  document: JsonObject,
  { uri, at, id }: ReadContext,
  root: string,
  tools: readonly ToolSignature[],
): EntryDraft {
  const name = textOf(document.name) ?? new URL(root).host;
  const identity = id ?? root;
  const hash = hashDocument({ root, items: tools.map(signatureJson) });
  return {
    // One root is one entry, so that a repeated import updates it.
    id: id ?? nameService(root, 'nact-root', root),
    slug: toSlug(name, 'tools'),
    name,
    description: textOf(document.description) ?? `Tools of ${new URL(root).host}: ${listNames(tools)}.`,
    status: 'active',
    capabilities: [...new Set(tools.flatMap(({ tags }) => tags ?? []))].slice(0, 50),
    tags: [],
    languages: ['en'],
    endpoint: root,
    trust: {},
    operations: makeOperations(root, identity, tools),
    origin: { protocol: 'nact', ...(uri === undefined ? {} : { uri }), hash, at },
    derived: ['/slug', '/capabilities', '/languages', ...(textOf(document.name) === undefined ? ['/name'] : [])],
    extra: {},
  };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined;
}

function listNames(tools: readonly ToolSignature[]): string {
  const names = tools.slice(0, 20).map(({ name }) => name.slice(0, 80));
  return names.join(', ') + (tools.length > names.length ? ` and ${tools.length - names.length} more` : '');
}

function makeOperations(root: string, identity: string, tools: readonly ToolSignature[]): Operation[] {
  const taken = new Set<string>();
  return tools.map((tool) => {
    const plain = toSnakeCase(tool.name, 'tool').slice(0, 100);
    const name = taken.has(plain) ? `${plain}_${tool.toolId.slice(0, 8)}` : plain;
    taken.add(name);
    return {
      id: nameUuid('nact-operation', identity, tool.toolId),
      name,
      description: tool.description,
      input: inputSchemaOf(tool),
      output: outputSchemaOf(tool),
      errors: [],
      examples: [],
      tags: tool.tags ?? [],
      version: 1,
      binding: { kind: 'nact', root, toolId: tool.toolId, version: tool.version },
      derived: ['name', 'input', 'output'],
      // The provider's newest version number changes without notice and is not pinned.
      extra: { [signatureMember]: signatureJson({ ...tool, currentVersion: tool.version }) },
    };
  });
}
