/** Builds the view that rules read from a list of tools: MCP tools, N-ACT tools, AIDIP operations, AGIS endpoints. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { LintSettings } from '../settings/settings.js';
import { readAgentMetadata } from './agent-metadata.js';
import type { Api, ApiOperation, Parameter, SchemaNode } from './api.js';
import { assembleApi } from './read-api.js';
import { createSchemaWalk, type SchemaWalk } from './schema-walk.js';

/** Where one list format keeps its tools and their parts. */
interface ToolShape {
  list: string;
  name: readonly string[];
  /** Members that hold text, also inside a `semantic` object. */
  summary: readonly string[];
  description: readonly string[];
  input: readonly string[];
  output: readonly string[];
}

const shapes: readonly ToolShape[] = [
  {
    list: '/tools',
    name: ['name'],
    summary: ['title'],
    description: ['description'],
    input: ['inputSchema'],
    output: ['outputSchema'],
  },
  {
    list: '/endpoints',
    name: ['method', 'path'],
    summary: ['intent'],
    description: ['outcome', 'description'],
    input: ['input'],
    output: ['output'],
  },
  {
    list: '/operations',
    name: ['name', 'id'],
    summary: ['summary'],
    description: ['description'],
    input: ['inputs', 'input'],
    output: ['outputs', 'output'],
  },
  { list: '/items', name: ['name'], summary: [], description: ['description'], input: [], output: [] },
];

/** Builds the view; undefined when the document contains no list of tools. */
export function readTools(root: JsonObject, settings: LintSettings): Api | undefined {
  for (const shape of shapes) {
    const name = shape.list.slice(1);
    const inner = isJsonObject(root.result) && root.jsonrpc !== undefined ? root.result : root;
    const list = inner[name];
    if (!Array.isArray(list) || !list.some(isJsonObject)) continue;
    const at = inner === root ? shape.list : `/result${shape.list}`;
    const walk = createSchemaWalk(root);
    const operations = list.flatMap((value, index) =>
      isJsonObject(value) ? [readTool(walk, { value, pointer: `${at}/${index}` }, shape)] : [],
    );
    return assembleApi({ root, settings, walk, operations, target: 'tools' });
  }
  return undefined;
}

function readTool(
  walk: SchemaWalk,
  { value, pointer }: { value: JsonObject; pointer: string },
  shape: ToolShape,
): ApiOperation {
  const semantic = isJsonObject(value.semantic) ? value.semantic : {};
  const text = (names: readonly string[]) => names.map((name) => textOf(value[name] ?? semantic[name])).find(isText);
  const node = (names: readonly string[]) =>
    names.map((name) => walk.node(value[name], `${pointer}/${name}`)).find((each) => each !== undefined);
  const id =
    shape.list === '/endpoints' ? shape.name.map((name) => textOf(value[name]) ?? '').join(' ') : text(shape.name);
  const [summary, description, input, output] = [
    text(shape.summary),
    text(shape.description),
    node(shape.input),
    node(shape.output),
  ];
  const annotations = isJsonObject(value.annotations) ? value.annotations : {};
  const reads = annotations.readOnlyHint === true || semantic.impact_tier === 'informational';
  return {
    value,
    pointer,
    method: reads ? 'get' : 'post',
    path: '',
    ...(id === undefined ? {} : { id }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    deprecated: value.deprecated === true,
    label: id ?? pointer,
    agent: readAgentMetadata({ ...value, 'x-mcp': annotations }),
    parameters: readSignature(walk, value.input_parameters, `${pointer}/input_parameters`),
    bodyTypes: [],
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    responses: [],
    kinds: {
      read: reads,
      write: !reads,
      list: false,
      item: false,
      risky: false,
      harmless: false,
      slow: false,
      batch: false,
    },
    security: undefined,
  };
}

/** N-ACT lists its parameters; each becomes a property with its own schema. */
function readSignature(walk: SchemaWalk, list: JsonValue | undefined, at: string): Parameter[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value, index) => {
    const pointer = `${at}/${index}`;
    const name = isJsonObject(value) ? (textOf(value.name) ?? textOf(value.id)) : undefined;
    if (!isJsonObject(value) || name === undefined) return [];
    const description = textOf(value.description);
    const schema = walk.node(toSchema(value), pointer) as SchemaNode;
    return [
      {
        value,
        pointer,
        name,
        in: 'body',
        required: true,
        schema,
        ...(description === undefined ? {} : { description }),
      },
    ];
  });
}

function toSchema(parameter: JsonObject): JsonObject {
  const allowed = parameter['allowed-values'];
  const values = Array.isArray(allowed)
    ? allowed.map((each) => (isJsonObject(each) ? (each.name ?? null) : each))
    : undefined;
  const numeric = parameter.type === 'int' || parameter.type === 'float';
  return { type: numeric ? 'number' : 'string', ...(values === undefined ? {} : { enum: values }) };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}
