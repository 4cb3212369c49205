/**
 * One operation in every protocol, exactly as this server offers it, with its size in tokens and with what each protocol
 * cannot represent.
 */
import type { AgisValidator } from '@dragoman/agis';
import type { Diagnostic, Entry, JsonObject, ModelApi, Operation, ProjectedTool, ToolSignature } from '@dragoman/model';
import {
  estimateTokens,
  isJsonObject,
  modelApiNames,
  modelApis,
  projectTool,
  schemaProperties,
  writeToolDefinition,
} from '@dragoman/model';
import { createYieldWhenDue } from '../documents/yield-when-due.js';
import { writeAgis } from '../protocols/agis/write.js';
import { callableTool } from '../protocols/mcp/serving/operation-tools.js';
import { toPlainTool } from '../protocols/mcp/serving/present-tool.js';
import { writeNamedTools } from '../protocols/mcp/write.js';
import type { InputPlan } from '../protocols/nact/projection/planned-input.js';
import { writeOpenApi } from '../protocols/openapi/write.js';
import { pathTo } from '../transport/links.js';

/** Protocols and model APIs in which an operation can be shown. */
export const projectionTargets = Object.freeze(['mcp', ...modelApiNames, 'nact', 'agis', 'openapi'] as const);

/** One of them. */
export type ProjectionTarget = (typeof projectionTargets)[number];

/** What is different from the operation. */
export interface ProjectionChange {
  /** `lost`: callers of this protocol cannot see or give it; `changed`: it has another form. */
  kind: 'lost' | 'changed';
  /** The input, when the change concerns one. */
  input?: string;
  code: string;
  reason: string;
}

/** An operation in one protocol. */
export interface Projection {
  as: ProjectionTarget;
  /** Absent when the protocol cannot offer the operation; the changes say why. */
  definition?: JsonObject;
  /** Estimated model tokens of the definition. */
  tokens: number;
  changes: ProjectionChange[];
}

/** What a projection is made from: plain data. */
export interface ProjectionInput {
  /** Base URL of this server. */
  origin: string;
  /** Of its other operations, only those members are used that names depend on. */
  entry: Entry;
  operation: Operation;
  /** The N-ACT tool of the operation; undefined when it is not listed as one. */
  tool: { signature: ToolSignature; inputs: InputPlan } | undefined;
  targets: readonly ProjectionTarget[];
}

interface Projecting extends ProjectionInput {
  /** Validates written AGIS. */
  validator: () => AgisValidator;
}

/** The operation in the given protocols, in their order. */
export async function projectOperation(input: ProjectionInput, validator: () => AgisValidator): Promise<Projection[]> {
  const projections: Projection[] = [];
  const yieldWhenDue = createYieldWhenDue();
  for (const as of input.targets) {
    await yieldWhenDue();
    const { definition, changes } = projectors[as]({ ...input, validator });
    const size = definition === undefined ? {} : { definition };
    projections.push({ as, ...size, tokens: definition === undefined ? 0 : estimateTokens(definition), changes });
  }
  return projections;
}

type Written = Pick<Projection, 'definition' | 'changes'>;

const projectors: Readonly<Record<ProjectionTarget, (projecting: Projecting) => Written>> = {
  mcp: projectMcp,
  'openai-chat': (projecting) => projectModelTool(projecting, 'openai-chat'),
  'openai-responses': (projecting) => projectModelTool(projecting, 'openai-responses'),
  anthropic: (projecting) => projectModelTool(projecting, 'anthropic'),
  google: (projecting) => projectModelTool(projecting, 'google'),
  bedrock: (projecting) => projectModelTool(projecting, 'bedrock'),
  nact: projectNact,
  agis: projectAgis,
  openapi: projectOpenApi,
};

/** The tool with its complete schemas, and what MCP cannot represent. */
function writeWhole(entry: Entry, operation: Operation) {
  const { tools, diagnostics } = writeNamedTools(entry, { outputSchemas: true, only: operation.id });
  const own = diagnostics.filter(({ code }) => !code.startsWith('mcp/name-'));
  const [tool] = tools.map(({ operation: own, tool: written }) =>
    callableTool(entry, { operation: own, tool: written }),
  );
  return { tool, changes: own.map((diagnostic) => changeOf(diagnostic, operation)) };
}

function projectMcp({ entry, operation }: Projecting): Written {
  const { tool, changes } = writeWhole(entry, operation);
  if (tool === undefined) return { changes };
  return {
    definition: tool.listed,
    changes: [...changes, ...missingInputs(operation, tool.listed.inputSchema, 'mcp')],
  };
}

/** The tools of model APIs have a name, a description and one input schema, each with limits. */
function projectModelTool({ entry, operation }: Projecting, api: ModelApi): Written {
  const { tool, changes } = writeWhole(entry, operation);
  const { impact, idempotent, output, errors, lifecycle, examples } = operation;
  const lost = Object.entries({
    'output schema': output !== true,
    impact: impact !== undefined,
    idempotency: idempotent !== undefined,
    errors: errors.length > 0,
    examples: examples.length > 0,
    deprecation: lifecycle !== undefined,
  }).flatMap(([what, isLost]) => (isLost ? [what] : []));
  const kept = changes.filter(({ code }) => code !== 'mcp/not-carried');
  const reason = `A tool of this model API cannot represent: ${lost.join(', ')}.`;
  const all: ProjectionChange[] =
    lost.length === 0 ? kept : [...kept, { kind: 'lost', code: `${api}/not-carried`, reason }];
  if (tool === undefined) return { changes: all };
  const projected = projectTool(api, toPlainTool(tool.whole));
  return { definition: writeToolDefinition(api, projected), changes: [...all, ...modelChanges(api, projected)] };
}

function modelChanges(api: ModelApi, { loosened, renamed, shortened }: ProjectedTool): ProjectionChange[] {
  const { title, descriptionLength = 0 } = modelApis[api];
  const inputs = new Set(loosened.map(({ input }) => input));
  const rules = [...inputs].map((input): ProjectionChange => {
    const texts = [...new Set(loosened.filter((each) => each.input === input).map(({ text }) => text))];
    const reason = `Only in the description, and still validated by the gateway: ${texts.join(' ')}`;
    return { kind: 'changed', ...(input === undefined ? {} : { input }), code: `${api}/loosened`, reason };
  });
  const names = Object.entries(renamed).map(
    ([shown, input]): ProjectionChange => ({
      kind: 'changed',
      input,
      code: `${api}/renamed`,
      reason: `${title} does not accept this name; the input is named ${shown}.`,
    }),
  );
  const length = `${title} accepts ${descriptionLength} characters; the end of the description is left out.`;
  return [
    ...rules,
    ...names,
    ...(shortened ? [{ kind: 'lost' as const, code: `${api}/description-shortened`, reason: length }] : []),
  ];
}

const forms: Readonly<Record<string, string>> = {
  number: 'N-ACT has no type for decimal numbers; the input is the text of the number.',
  json: 'N-ACT has no type for this value; the input is its JSON text.',
  others: 'N-ACT has no open inputs; the input is JSON text with all further members.',
};

function projectNact({ operation, tool }: Projecting): Written {
  if (tool === undefined) {
    const reason = 'The operation is not listed as a tool: its name or its history does not allow it.';
    return { changes: [{ kind: 'lost', code: 'nact/not-listed', reason }] };
  }
  const { signature, inputs } = tool;
  const changes = inputs.inputs.flatMap(({ input, path, form, ruled }): ProjectionChange[] => {
    const reason = forms[form];
    const named = { kind: 'changed' as const, input: path.join('.') || input.name };
    if (reason !== undefined) return [{ ...named, code: `nact/input-${form}`, reason }];
    return ruled ? [{ ...named, code: 'nact/rule-in-words', reason: 'A rule of the input is only in its text.' }] : [];
  });
  const reached = new Set(inputs.inputs.map(({ path: [first] }) => first));
  const isWhole = inputs.inputs.some(({ path, form }) => path.length === 0 || form === 'others');
  const lost = isWhole ? [] : Object.keys(schemaProperties(operation.input)).filter((name) => !reached.has(name));
  return {
    definition: signature as unknown as JsonObject,
    changes: [...changes, ...lost.map((name) => lostInput(name, 'nact'))],
  };
}

/** The endpoint as in a document with only this operation. */
function projectAgis({ entry, operation, origin, validator }: Projecting): Written {
  const path = pathTo('/agents', entry.id);
  const { document, diagnostics } = writeAgis(
    { ...entry, operations: [operation] },
    { agtp: `agtp://${new URL(origin).host}${path}`, httpBase: `${origin}${path}/agis`, validator: validator() },
  );
  const [endpoint] = Array.isArray(document.endpoints) ? document.endpoints : [];
  const changes = diagnostics.map((diagnostic) => changeOf(diagnostic, operation));
  return isJsonObject(endpoint) ? { definition: endpoint, changes } : { changes };
}

/** The path item as in the description of the service on this gateway. */
function projectOpenApi({ entry, operation, origin }: Projecting): Written {
  const { value, diagnostics } = writeOpenApi({ ...entry, operations: [operation] }, { face: 'gateway', origin });
  const { paths, components } = value;
  const schemas = isJsonObject(components) ? components.schemas : undefined;
  const { DragomanProblem: _, ...own } = isJsonObject(schemas) ? schemas : {};
  const shared = Object.keys(own).length === 0 ? {} : { components: { schemas: own } };
  return {
    definition: { paths: paths ?? {}, ...shared },
    changes: diagnostics.map((diagnostic) => changeOf(diagnostic, operation)),
  };
}

/** Codes of what a protocol cannot represent or offer; all others are changes of form. */
const lossCodes =
  /\/(?:not-carried|lost|tool-withheld|text-withheld|endpoint-left-out|input-not-object|output-open|workflow)$/;

function changeOf({ code, message, location }: Diagnostic, operation: Operation): ProjectionChange {
  const input = inputAt(location.pointer, message, operation);
  const kind = lossCodes.test(code) ? 'lost' : 'changed';
  return { kind, ...(input === undefined ? {} : { input }), code, reason: message };
}

/** The input that a pointer leads to, or that a message names in quotes. */
function inputAt(pointer: string | undefined, message: string, { input }: Operation): string | undefined {
  const [, at] = /\/properties\/([^/]+)/.exec(pointer ?? '') ?? [];
  const [, quoted] = /^The input '([^']+)'/.exec(message) ?? [];
  const name = at?.replaceAll('~1', '/').replaceAll('~0', '~') ?? quoted;
  return name !== undefined && Object.hasOwn(schemaProperties(input), name) ? name : undefined;
}

function missingInputs({ input }: Operation, written: unknown, target: string): ProjectionChange[] {
  const kept = schemaProperties(written);
  return Object.keys(schemaProperties(input))
    .filter((name) => !Object.hasOwn(kept, name))
    .map((name) => lostInput(name, target));
}

function lostInput(name: string, target: string): ProjectionChange {
  return {
    kind: 'lost',
    input: name,
    code: `${target}/input-lost`,
    reason: 'Callers of this protocol cannot give it.',
  };
}
