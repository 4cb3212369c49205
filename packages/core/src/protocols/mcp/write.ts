/**
 * Writes an entry as a list of MCP tools (AGIS App. C.2, rules a to d): name, intent with hints, the unchanged input
 * schema, and impact as annotations. Outputs, errors, confidence and transitions are omitted; text that contains
 * instructions is left out.
 */
import type { Diagnostic, Entry, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { diagnose, hasErrors, isJsonObject } from '@dragoman/model';
import { containsInstructions } from '../../gateway/contains-instructions.js';
import { modelText, titleOf } from '../../gateway/model-text.js';
import { mcpDiagnostics } from './diagnostics.js';
import type { NamingOptions } from './name-tools.js';
import { defaultNaming, labelOf, nameOperations } from './name-tools.js';
import { plainSchema } from './plain-schema.js';
import { cuesOf, listFinders } from './tool-cues.js';
import { plainAnnotations, plainMembers } from './well-formed.js';
import { mcpExtra } from './wire.js';

/** Options for writing a list. */
export interface WriteToolsOptions extends Partial<NamingOptions> {
  /** Impact and idempotency as annotations; enabled by default (agis.md R31). */
  annotations?: boolean;
  /** Output schemas, which the bridge omits by default. */
  outputSchemas?: boolean;
  /** Id of the only operation to write, under the name that it has among all. */
  only?: string;
}

/** The list and the diagnostics; no list when names collide in strict mode. */
export interface WrittenTools {
  tools: JsonObject[];
  diagnostics: Diagnostic[];
}

/** A tool and its operation. */
export interface NamedTool {
  operation: Operation;
  tool: JsonObject;
}

/** Writes the operations of any entry as tools, in their order. */
export function writeMcpTools(entry: Pick<Entry, 'operations'>, options: WriteToolsOptions = {}): WrittenTools {
  const { tools, diagnostics } = writeNamedTools(entry, options);
  return { tools: tools.map(({ tool }) => tool), diagnostics };
}

/** The same, with the operation of each tool. */
export function writeNamedTools(
  entry: Pick<Entry, 'operations'>,
  options: WriteToolsOptions = {},
): { tools: NamedTool[]; diagnostics: Diagnostic[] } {
  const { plans, diagnostics, losses } = planTools(entry, options);
  const written = plans.map((plan) => ({ operation: plan.operation, ...writeTool(plan) }));
  const tools = written.flatMap(({ operation, tool }) => (tool === undefined ? [] : [{ operation, tool }]));
  return { tools, diagnostics: [...diagnostics, ...written.flatMap((each) => each.diagnostics), ...losses] };
}

/** All that a tool is written from. */
export interface ToolPlan {
  operation: Operation;
  name: string;
  /** Sentences that follow the description. */
  cues: readonly string[];
  options: WriteToolsOptions;
}

/** A tool with its diagnostics; no tool when its text must not be shown. */
export interface WrittenTool {
  tool?: JsonObject;
  diagnostics: Diagnostic[];
}

/** The tools to write, one by one and in any place, with what is reported before and after them. */
export function planTools(
  { operations }: Pick<Entry, 'operations'>,
  options: WriteToolsOptions,
): { plans: ToolPlan[]; diagnostics: Diagnostic[]; losses: Diagnostic[] } {
  const { names, diagnostics } = nameOperations(operations, { ...defaultNaming, ...options });
  if (hasErrors(diagnostics)) return { plans: [], diagnostics, losses: [] };
  const finders = listFinders(operations, names);
  const chosen = operations.filter(({ id }) => options.only === undefined || id === options.only);
  const plans = chosen.map((operation) => {
    const name = names.get(operation.id) ?? operation.name;
    return { operation, name, cues: cuesOf(operation, finders), options };
  });
  return { plans, diagnostics, losses: lossesOf(chosen, options) };
}

/** Writes one tool. */
export function writeTool({ operation, name, cues, options }: ToolPlan): WrittenTool {
  const diagnostics: Diagnostic[] = [];
  const report = (code: 'mcp/text-withheld' | 'mcp/tool-withheld' | 'mcp/input-not-object', place = '') =>
    diagnostics.push(
      diagnose(mcpDiagnostics, code, { pointer: place }, { operation: labelOf(operation), place: place || '/' }),
    );
  const description = describe(operation, cues, (place) => report('mcp/text-withheld', place));
  if (description === undefined) {
    report('mcp/tool-withheld');
    return { diagnostics };
  }
  const input = objectSchema(operation.input);
  if (input === undefined) report('mcp/input-not-object', '/inputSchema');
  const plain = plainSchema(input ?? { type: 'object' }, { verbatim: ownWords(operation) });
  for (const place of plain.withheld) report('mcp/text-withheld', `/inputSchema${place}`);
  const { title: own, annotations: _, outputSchema: __, ...more } = mcpExtra(operation);
  const title =
    typeof own === 'string' && !containsInstructions(own) ? own : ownWords(operation) ? undefined : titleOf(operation);
  const annotations = options.annotations === false ? undefined : annotationsOf(operation);
  const tool = {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: plain.schema,
    ...(options.outputSchemas === true ? outputOf(operation) : {}),
    ...(annotations === undefined ? {} : { annotations }),
    ...(!containsInstructions(more) ? plainMembers(more) : {}),
  };
  return { tool, diagnostics };
}

/** Imported MCP tools and AGIS endpoints keep what their authors wrote, as their specifications require. */
function ownWords({ binding, verb }: Operation): boolean {
  return binding.kind === 'mcp' || verb !== undefined;
}

/** The intent, with cues and hints if any; undefined when it must not be shown. */
function describe(
  operation: Operation,
  cues: readonly string[],
  withheld: (place: string) => void,
): string | undefined {
  const { verb, summary, description, outcome, name } = operation;
  const texts = verb === undefined ? [description, summary, outcome] : [summary, description];
  const said = texts.find((each) => each !== undefined && each.trim() !== '') ?? name.replaceAll('_', ' ');
  const text = ownWords(operation) ? (containsInstructions(said) ? undefined : said) : modelText(said);
  if (text === undefined) return undefined;
  const shown = cues.filter((cue) => !containsInstructions(cue));
  if (shown.length < cues.length) withheld('/x-agent');
  const hints = hintsOf(operation, withheld);
  const behind = [...shown, ...(hints.length === 0 ? [] : [`Hints: ${hints.join('; ')}`])];
  return behind.length === 0 ? text : [/[.!?]$/.test(text) ? text : `${text}.`, ...behind].join(' ');
}

/** `party_size = ['number of guests', 'table for N']`: an apostrophe inside a phrase gets a backslash. */
function hintsOf({ hints }: Operation, withheld: (place: string) => void): string[] {
  return Object.entries(hints ?? {}).flatMap(([parameter, value]) => {
    const phrases = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
    if (phrases.length === 0) return [];
    if (containsInstructions([parameter, ...phrases])) {
      withheld(`/hints/${parameter.slice(0, 80)}`);
      return [];
    }
    const quoted = phrases.map((phrase) => `'${phrase.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`);
    return [`${parameter} = [${quoted.join(', ')}]`];
  });
}

/** The schema unchanged if it describes objects; with the type added if only that is missing. */
function objectSchema(schema: JsonValue): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (schema.type === 'object') return schema;
  return schema.type === undefined ? { type: 'object', ...schema } : undefined;
}

function outputOf({ output }: Operation): JsonObject {
  const schema = objectSchema(output);
  return schema === undefined ? {} : { outputSchema: plainSchema(schema, { verbatim: false }).schema };
}

/** Idempotency matters only for calls that change something. */
function annotationsOf(operation: Operation): JsonObject | undefined {
  const own = mcpExtra(operation).annotations;
  if (isJsonObject(own) && !containsInstructions(own)) return plainAnnotations(own);
  const { impact, idempotent } = operation;
  if (impact === 'informational') return { readOnlyHint: true };
  const made: JsonObject = {
    ...(impact === undefined ? {} : { readOnlyHint: false, destructiveHint: impact === 'irreversible' }),
    ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
  };
  return Object.keys(made).length === 0 ? undefined : made;
}

/** Reported once for the whole list: facts that tools cannot represent. */
function lossesOf(operations: readonly Operation[], { outputSchemas }: WriteToolsOptions): Diagnostic[] {
  const has = (test: (operation: Operation) => boolean) => operations.some(test);
  const lost = [
    outputSchemas !== true && has(({ output }) => output !== true) ? 'output schemas' : undefined,
    has(({ errors }) => errors.length > 0) ? 'errors' : undefined,
    has(({ confidence }) => confidence !== undefined) ? 'confidence' : undefined,
    has(({ transitions }) => transitions !== undefined) ? 'state transitions' : undefined,
    has(({ outcome }) => outcome !== undefined) ? 'outcomes' : undefined,
    has(({ examples }) => examples.length > 0) ? 'examples' : undefined,
    has(({ lifecycle }) => lifecycle !== undefined) ? 'deprecation' : undefined,
  ].filter((each) => each !== undefined);
  if (lost.length === 0) return [];
  return [diagnose(mcpDiagnostics, 'mcp/not-carried', { pointer: '' }, { what: lost.join(', ') })];
}
