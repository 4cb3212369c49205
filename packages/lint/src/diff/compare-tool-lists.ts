/**
 * Differences between two lists of tools: those of MCP servers, and the operations of services. Tools have no routes, so
 * they are matched by name; each schema is a document of its own, in which its references are resolved.
 */
import { canonicalJson } from '@dragoman/documents';
import { classifyTextChange, isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, SchemaNode } from '../api/api.js';
import { assembleApi } from '../api/read-api.js';
import { createSchemaWalk } from '../api/schema-walk.js';
import type { ApiChange } from './change.js';
import type { OperationPair } from './compare-operations.js';
import { type PartChange, schemaChanges } from './part-changes.js';
import { createSchemaEngines } from './schema-engines.js';

/** Lists the differences of tools that both lists have. */
export function compareTool(pair: OperationPair, lists: { before: Api; after: Api }): ApiChange[] {
  const changes = [
    ...compareTexts(pair),
    ...(['input', 'output'] as const).flatMap((part) => compareSchema(part, pair, lists)),
  ];
  return changes.map((change) => ({ ...change, tool: false, operation: pair.after.label }));
}

/** The description of a tool says what it does; the title is only shown. */
function compareTexts({ before, after }: OperationPair): PartChange[] {
  const at = { pointer: after.pointer, side: 'new', tool: false } as const;
  const found: PartChange[] = [];
  if (before.deprecated !== after.deprecated) {
    const message = after.deprecated ? 'The tool is now deprecated.' : 'The tool is no longer deprecated.';
    found.push({ ...at, effect: 'compatible', message });
  }
  if (before.summary !== after.summary) found.push({ ...at, effect: 'description', message: 'The title changed.' });
  const text = classifyTextChange(before.description, after.description);
  if (text?.effect === 'meaning') {
    const message = 'The description has little in common with the previous one.';
    found.push({ ...at, ...text, message, severity: 'warning' });
  } else if (text !== undefined) found.push({ ...at, ...text, message: 'The description changed.' });
  return found;
}

/** Members that hold the schemas, by kind of list. */
const members = { input: ['inputSchema', 'inputs', 'input'], output: ['outputSchema', 'outputs', 'output'] } as const;

interface SchemaDocument {
  api: Api;
  node: SchemaNode;
  /** Where the schema is in the list. */
  pointer: string;
}

function compareSchema(
  part: 'input' | 'output',
  { before, after }: OperationPair,
  lists: { before: Api; after: Api },
): PartChange[] {
  const [was, is] = [openSchema(part, before, lists.before), openSchema(part, after, lists.after)];
  if (was !== undefined && is !== undefined && canonicalJson(was.api.root) === canonicalJson(is.api.root)) return [];
  const [old, now] = [was?.api ?? openDocument(lists.before), is?.api ?? openDocument(lists.after)];
  const apis = { before: old, after: now, engines: createSchemaEngines(old, now) };
  const at = { pointer: '', side: 'new', tool: false } as const;
  return schemaChanges(
    { before: was?.node, after: is?.node },
    { where: part, tool: false, direction: part, at },
    apis,
  ).map((change) => {
    const start = change.side === 'old' ? (was?.pointer ?? before.pointer) : (is?.pointer ?? after.pointer);
    return { ...change, pointer: `${start}${change.pointer}` };
  });
}

/** The schema of a tool as a document; undefined when the tool has none. */
function openSchema(part: 'input' | 'output', { value, pointer }: ApiOperation, list: Api): SchemaDocument | undefined {
  const member = members[part].find((name) => isJsonObject(value[name]));
  const schema = member === undefined ? undefined : value[member];
  if (!isJsonObject(schema)) return undefined;
  const node = { schema, pointer: '', at: '', role: 'root' } as const;
  return { api: openDocument(list, schema), node, pointer: `${pointer}/${member}` };
}

function openDocument({ settings }: Api, root: Api['root'] = {}): Api {
  return assembleApi({ root, settings, walk: createSchemaWalk(root), operations: [], target: 'tools' });
}
