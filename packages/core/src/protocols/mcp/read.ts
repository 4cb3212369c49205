/**
 * Converts the lists of an MCP server to one entry with an operation per tool, and its resources and prompts. Annotations are the provider's hints and set
 * impact and idempotency; members that the model does not represent are kept with the operation and written
 * unchanged.
 */

import { checkSchema } from '@dragoman/documents';
import type { Diagnostic, Impact, JsonObject, JsonSchema, JsonValue, Operation, ServiceContent } from '@dragoman/model';
import { diagnose, firstSentence, hasErrors, isJsonObject } from '@dragoman/model';
import { hashDocument } from '../../documents/hash-document.js';
import { toSlug, toSnakeCase } from '../../documents/identifier.js';
import { nameService, nameUuid } from '../../documents/name-uuid.js';
import type { EntryDraft, ReadContext, Reader } from '../../documents/reader.js';
import { headerFault } from './client/tool-headers.js';
import { mcpDiagnostics } from './diagnostics.js';
import { fingerprintMember, fingerprintOf } from './fingerprint.js';
import { hasItems, readContent } from './read-content.js';
import { listOf } from './recognize.js';
import { extraMember, listLimits, memberOf, toolMembers } from './wire.js';

/** Maximum length of a summary, and of the name and description of the entry. */
const longest = { summary: 500, name: 200, description: 2_000 };

/** Maximum number of diagnostics per document. */
const maxFindings = 200;

/** Reads the result of `tools/list`, with or without its envelope; `server`, `name` and `version` are optional. */
export const readMcp: Reader = (document, context) => {
  const found: Diagnostic[] = [];
  const list = listOf(document);
  const draft = list === undefined ? undefined : readList(list, context, found);
  if (draft === undefined) found.push(diagnose(mcpDiagnostics, 'mcp/no-tools', { pointer: '/tools' }));
  const { uri } = context;
  const diagnostics = found
    .slice(0, maxFindings)
    .map((each) => (uri === undefined ? each : { ...each, location: { uri, ...each.location } }));
  return draft === undefined || hasErrors(found) ? { diagnostics } : { value: draft, diagnostics };
};

interface ReadTool {
  name: string;
  tool: JsonObject;
  input: JsonObject;
  output: JsonSchema;
}

function readList(list: JsonObject, context: ReadContext, found: Diagnostic[]): EntryDraft | undefined {
  const items = Array.isArray(list.tools) ? list.tools.slice(0, listLimits.tools) : [];
  const tools = readTools(items, found, isLive(context));
  if (typeof list.nextCursor === 'string') {
    found.push(diagnose(mcpDiagnostics, 'mcp/list-incomplete', { pointer: '/nextCursor' }));
  }
  const server = serverOf(list, context);
  if (server === '') found.push(diagnose(mcpDiagnostics, 'mcp/no-server', { pointer: '' }));
  const content = readContent(list, server, found);
  const isEmpty = tools.length === 0 && (content === undefined || !hasItems(content));
  return isEmpty ? undefined : makeDraft(list, { tools, server, content }, context);
}

/**
 * The server URL from the document, if any: the URL of a list is not the URL that takes calls. A stdio server is
 * accepted only if the source is the operator's own name for it, so that no third-party list can claim it.
 */
function serverOf(list: JsonObject, { uri }: ReadContext): string {
  const said = textOf(memberOf(list, 'server'));
  if (said !== undefined && /^https?:\/\//i.test(said) && URL.canParse(said)) return new URL(said).href;
  if (said !== undefined && said === uri && said.startsWith('stdio:')) return said;
  return uri !== undefined && /^https?:.*\/mcp\/?$/.test(uri) ? uri : '';
}

/** True for a list that was read from a running server, whose provider cannot correct it now. */
function isLive({ uri }: ReadContext): boolean {
  return uri !== undefined && /^(?:mcp\+https?|stdio):|^https?:.*\/mcp\/?$/i.test(uri);
}

function readTools(items: readonly JsonValue[], found: Diagnostic[], live: boolean): ReadTool[] {
  const names = new Set<string>();
  return items.flatMap((item, at) => {
    const pointer = `/tools/${at}`;
    const faults: string[] = [];
    const tool = readTool(item, pointer, faults);
    if (tool === undefined) {
      const reason = faults[0] ?? 'it is not an object with a name and an input schema.';
      const code = live ? 'mcp/tool-left-out' : 'mcp/tool-wrong';
      found.push(diagnose(mcpDiagnostics, code, { pointer }, { place: pointer, reason }));
      return [];
    }
    if (names.has(tool.name)) {
      const name = tool.name.slice(0, 80);
      const reason = `an earlier tool has the name '${name}' too.`;
      found.push(
        live
          ? diagnose(mcpDiagnostics, 'mcp/tool-left-out', { pointer }, { place: pointer, reason })
          : diagnose(mcpDiagnostics, 'mcp/tool-doubled', { pointer }, { name }),
      );
      return [];
    }
    names.add(tool.name);
    return [tool];
  });
}

function readTool(item: JsonValue, pointer: string, faults: string[]): ReadTool | undefined {
  if (!isJsonObject(item)) return undefined;
  // Not trimmed: the server identifies the tool by exactly this name.
  const name = memberOf(item, 'name');
  const input = memberOf(item, 'inputSchema');
  const output = memberOf(item, 'outputSchema');
  if (typeof name !== 'string' || name.trim() === '' || !isJsonObject(input)) return undefined;
  if (name.length > listLimits.name) faults.push(`its name has more than ${listLimits.name} characters.`);
  if (output !== undefined && !isJsonObject(output)) faults.push('its output schema is not an object.');
  const header = headerFault(input);
  if (header !== undefined) faults.push(`${header}.`);
  for (const [schema, member] of [
    [input, 'inputSchema'],
    [output, 'outputSchema'],
  ] as const) {
    if (schema === undefined) continue;
    const broken = checkSchema(schema, `${pointer}/${member}`).find(({ severity }) => severity === 'error');
    if (broken !== undefined) faults.push(`${broken.message} (${broken.location.pointer})`);
  }
  return faults.length > 0 ? undefined : { name, tool: item, input, output: isJsonObject(output) ? output : true };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

interface ReadServer {
  tools: readonly ReadTool[];
  server: string;
  content: ServiceContent | undefined;
}

function makeDraft(list: JsonObject, { tools, server, content }: ReadServer, context: ReadContext): EntryDraft {
  const { uri, at, id } = context;
  const info = isJsonObject(list.serverInfo) ? list.serverInfo : list;
  const host = URL.canParse(server) ? new URL(server).host : undefined;
  const said = textOf(memberOf(info, 'title')) ?? textOf(memberOf(info, 'name'));
  const name = (said ?? host ?? 'MCP server').slice(0, longest.name);
  const description = textOf(memberOf(list, 'instructions')) ?? textOf(memberOf(list, 'description'));
  const version = textOf(memberOf(info, 'version'));
  const hash = hashDocument({
    server,
    name,
    tools: tools.map(({ tool }) => tool),
    ...(content === undefined ? {} : { content: content as unknown as JsonObject }),
  });
  const child = server.startsWith('stdio:') ? server.slice('stdio:'.length) : undefined;
  const known = id ?? child ?? (server === '' ? undefined : nameService(server, 'mcp-server', server));
  return {
    ...(known === undefined ? {} : { id: known }),
    // The operator chose the name of a child process, which becomes the id.
    ...(id === undefined && child !== undefined ? { named: true } : {}),
    slug: toSlug(name, 'mcp-server'),
    name,
    description: (description ?? describe(name, tools, content)).slice(0, longest.description),
    ...(version === undefined ? {} : { version }),
    status: 'active',
    capabilities: [],
    tags: [],
    languages: [],
    ...(host === undefined ? {} : { endpoint: server }),
    trust: {},
    operations: makeOperations(tools, server, known ?? hash),
    ...(content === undefined ? {} : { content }),
    origin: { protocol: 'mcp', ...(uri === undefined ? {} : { uri }), hash, at },
    derived: [
      '/slug',
      '/status',
      '/languages',
      ...(said === undefined ? ['/name'] : []),
      ...(description === undefined ? ['/description'] : []),
    ],
    extra: {},
  };
}

/** What the server offers, by name, where it does not describe itself. */
function describe(name: string, tools: readonly ReadTool[], content: ServiceContent | undefined): string {
  const { prompts = [], resources = [], templates = [] } = content ?? {};
  const kinds: [string, readonly { name: string }[]][] = [
    ['Tools', tools],
    ['Prompts', prompts],
    ['Resources', [...resources, ...templates]],
  ];
  const said = kinds.filter(([, items]) => items.length > 0);
  return said.map(([kind, items]) => `${kind} of ${name}: ${listNames(items)}.`).join(' ');
}

function listNames(items: readonly { name: string }[]): string {
  const names = items.slice(0, 20).map(({ name }) => name.slice(0, 80));
  return names.join(', ') + (items.length > names.length ? ` and ${items.length - names.length} more` : '');
}

function makeOperations(tools: readonly ReadTool[], server: string, identity: string): Operation[] {
  const taken = new Set<string>();
  return tools.map(({ name: own, tool, input, output }) => {
    const plain = toSnakeCase(own, 'tool');
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`;
    taken.add(name);
    const { texts, derived } = readTexts(tool);
    const hints = readAnnotations(tool);
    const rest = Object.fromEntries(
      Object.entries(tool).filter(([member]) => !(toolMembers as readonly string[]).includes(member)),
    );
    return {
      id: nameUuid('mcp-operation', identity, own),
      name,
      ...texts,
      ...hints,
      input,
      output,
      errors: [],
      examples: [],
      tags: [],
      version: 1,
      binding: { kind: 'mcp', server, tool: own },
      derived: [...(name === own ? [] : ['name']), ...derived, ...(output === true ? ['output'] : [])],
      extra: {
        [fingerprintMember]: fingerprintOf(tool),
        ...(Object.keys(rest).length === 0 ? {} : { [extraMember]: rest }),
      },
    };
  });
}

/** A single sentence is the summary; a longer text is the description, and its first sentence the summary. */
function readTexts(tool: JsonObject): { texts: Partial<Operation>; derived: string[] } {
  const description = textOf(memberOf(tool, 'description'));
  if (description === undefined) return { texts: {}, derived: [] };
  const summary = firstSentence(description, longest.summary);
  return summary === description
    ? { texts: { summary }, derived: [] }
    : { texts: { summary, description }, derived: ['summary'] };
}

/** Only explicit hints count: the defaults of the protocol are cautious guesses, not facts. */
function readAnnotations(tool: JsonObject): Partial<Operation> {
  const annotations = memberOf(tool, 'annotations');
  if (!isJsonObject(annotations)) return {};
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  const impact = impactOf(readOnlyHint, destructiveHint);
  return {
    ...(impact === undefined ? {} : { impact }),
    ...(typeof idempotentHint === 'boolean' ? { idempotent: idempotentHint } : {}),
  };
}

function impactOf(readOnly: JsonValue | undefined, destructive: JsonValue | undefined): Impact | undefined {
  if (readOnly === true) return 'informational';
  if (typeof destructive !== 'boolean') return undefined;
  return destructive ? 'irreversible' : 'reversible';
}
