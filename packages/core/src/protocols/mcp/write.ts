/**
 * Writes an entry as a list of MCP tools (AGIS App. C.2, rules a to d): name, intent with hints, the unchanged input
 * schema, and impact as annotations. Outputs, errors, confidence and transitions are omitted. Text that contains
 * instructions is held: a sentence of ours is in its place.
 */
import type { Diagnostic, Entry, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { diagnose, hasErrors, isJsonObject } from '@dragoman/model';
import { isDoubtfulRead } from '../../documents/doubtful-read.js';
import type { ReleasedTexts } from '../../gateway/contains-instructions.js';
import { containsInstructions } from '../../gateway/contains-instructions.js';
import { releasedIn } from '../../gateway/held-texts.js';
import { isHeld, modelText, titleOf } from '../../gateway/model-text.js';
import { plainSchema } from '../../gateway/plain-schema.js';
import { mcpDiagnostics } from './diagnostics.js';
import type { NamingOptions } from './name-tools.js';
import { defaultNaming, labelOf, nameOperations } from './name-tools.js';
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
  /** True when the provider's description is held. */
  held?: true;
}

/** What tools are written from. */
export type ToolSource = Pick<Entry, 'operations' | 'releasedTexts'>;

/** Converts the operations of any entry to tools, in their order; without those whose description is held. */
export function writeMcpTools(entry: ToolSource, options: WriteToolsOptions = {}): WrittenTools {
  const { tools, diagnostics } = writeNamedTools(entry, options);
  const left = tools.flatMap(({ operation, held }) =>
    held === true
      ? [diagnose(mcpDiagnostics, 'mcp/tool-withheld', { pointer: '' }, { operation: labelOf(operation) })]
      : [],
  );
  const kept = tools.filter(({ held }) => held !== true);
  return { tools: kept.map(({ tool }) => tool), diagnostics: [...left, ...diagnostics] };
}

/** Writes all operations as tools, each with its operation. */
export function writeNamedTools(
  entry: ToolSource,
  options: WriteToolsOptions = {},
): { tools: NamedTool[]; diagnostics: Diagnostic[] } {
  const { plans, diagnostics, losses } = planTools(entry, options);
  const written = plans.map((plan) => ({ operation: plan.operation, ...writeTool(plan) }));
  const tools = written.map(({ diagnostics: _, ...named }) => named);
  return { tools, diagnostics: [...diagnostics, ...written.flatMap((each) => each.diagnostics), ...losses] };
}

/** All that a tool is written from. */
export interface ToolPlan {
  operation: Operation;
  name: string;
  /** Sentences that follow the description. */
  cues: readonly string[];
  options: WriteToolsOptions;
  /** Hashes of the texts that were released. */
  released: ReleasedTexts;
}

/** A tool with its diagnostics. */
export interface WrittenTool extends Omit<NamedTool, 'operation'> {
  diagnostics: Diagnostic[];
}

/** The tools to write, one by one and in any place, with what is reported before and after them. */
export function planTools(
  { operations, releasedTexts = [] }: ToolSource,
  options: WriteToolsOptions,
): { plans: ToolPlan[]; diagnostics: Diagnostic[]; losses: Diagnostic[] } {
  const { names, diagnostics } = nameOperations(operations, { ...defaultNaming, ...options });
  if (hasErrors(diagnostics)) return { plans: [], diagnostics, losses: [] };
  const finders = listFinders(operations, names);
  const chosen = operations.filter(({ id }) => options.only === undefined || id === options.only);
  const released = releasedIn({ releasedTexts });
  const plans = chosen.map((operation) => {
    const name = names.get(operation.id) ?? operation.name;
    return { operation, name, cues: cuesOf(operation, finders), options, released };
  });
  return { plans, diagnostics, losses: lossesOf(chosen, options) };
}

/** Writes one tool. */
export function writeTool({ operation, name, cues, options, released }: ToolPlan): WrittenTool {
  const diagnostics: Diagnostic[] = [];
  const report = (code: 'mcp/text-withheld' | 'mcp/input-not-object', place: string) =>
    diagnostics.push(diagnose(mcpDiagnostics, code, { pointer: place }, { operation: labelOf(operation), place }));
  const writing = { cues, released, withheld: (place: string) => report('mcp/text-withheld', place) };
  const description = describe(operation, writing);
  const input = objectSchema(operation.input);
  if (input === undefined) report('mcp/input-not-object', '/inputSchema');
  const plain = plainSchema(input ?? { type: 'object' }, { verbatim: ownWords(operation), released });
  for (const place of plain.withheld) report('mcp/text-withheld', `/inputSchema${place}`);
  const { title: own, annotations: _, outputSchema: __, ...more } = mcpExtra(operation);
  const title =
    typeof own === 'string' && !containsInstructions(own, released)
      ? own
      : ownWords(operation)
        ? undefined
        : titleOf(operation, released);
  const annotations = options.annotations === false ? undefined : annotationsOf(operation, released);
  const tool = {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: plain.schema,
    ...(options.outputSchemas === true ? outputOf(operation, released) : {}),
    ...(annotations === undefined ? {} : { annotations }),
    ...(!containsInstructions(more, released) ? plainMembers(more) : {}),
  };
  const held = diagnostics.some(({ location }) => location.pointer === descriptionPointer);
  return { tool, ...(held ? { held } : {}), diagnostics };
}

const descriptionPointer = '/description';

/** Imported MCP tools and AGIS endpoints keep what their authors wrote, as their specifications require. */
function ownWords({ binding, verb }: Operation): boolean {
  return binding.kind === 'mcp' || verb !== undefined;
}

/** What a tool says instead of a description that is held. */
const heldNotice =
  'The description from the provider is held, because it contains words that look like an instruction to a model; ' +
  'an administrator can release it.';

interface Describing {
  cues: readonly string[];
  released: ReleasedTexts;
  withheld: (place: string) => void;
}

/** The first text that may be shown, or the name, with cues and hints if any; the notice when a text is held. */
function describe(operation: Operation, { cues, released, withheld }: Describing): string {
  const { verb, summary, description, outcome, name } = operation;
  const given = verb === undefined ? [description, summary, outcome] : [summary, description];
  const texts = given.filter((each) => each !== undefined).filter((each) => each.trim() !== '');
  const show = (text: string) => {
    if (!ownWords(operation)) return modelText(text, released);
    return isHeld(text, released) ? undefined : text;
  };
  const found = texts.findIndex((each) => show(each) !== undefined);
  const isFirstHeld = found !== 0 && texts.slice(0, 1).some((each) => isHeld(each, released));
  if (isFirstHeld) withheld(descriptionPointer);
  const text = show(texts[found] ?? '') ?? plainName(name);
  const shown = cues.filter((cue) => !containsInstructions(cue, released));
  if (shown.length < cues.length) withheld('/x-agent');
  const hints = hintsOf(operation, { released, withheld });
  const behind = [
    ...(isFirstHeld ? [heldNotice] : []),
    ...shown,
    ...(hints.length === 0 ? [] : [`Hints: ${hints.join('; ')}`]),
  ];
  return behind.length === 0 ? text : [/[.!?]$/.test(text) ? text : `${text}.`, ...behind].join(' ');
}

/** A name in words; a name that contains instructions says nothing. */
function plainName(name: string): string {
  const words = name.replaceAll('_', ' ');
  return containsInstructions(words) ? 'A tool' : words;
}

/** `party_size = ['number of guests', 'table for N']`: an apostrophe inside a phrase gets a backslash. */
function hintsOf({ hints }: Operation, { released, withheld }: Omit<Describing, 'cues'>): string[] {
  return Object.entries(hints ?? {}).flatMap(([parameter, value]) => {
    const phrases = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
    if (phrases.length === 0) return [];
    if (containsInstructions([parameter, ...phrases], released)) {
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

function outputOf({ output }: Operation, released: ReleasedTexts): JsonObject {
  const schema = objectSchema(output);
  return schema === undefined ? {} : { outputSchema: plainSchema(schema, { verbatim: false, released }).schema };
}

/** Idempotency matters only for calls that change something. */
function annotationsOf(operation: Operation, released: ReleasedTexts): JsonObject | undefined {
  const own = mcpExtra(operation).annotations;
  if (isJsonObject(own) && !containsInstructions(own, released)) return plainAnnotations(own);
  const { impact, idempotent } = operation;
  if (isDoubtfulRead(operation)) return undefined;
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
