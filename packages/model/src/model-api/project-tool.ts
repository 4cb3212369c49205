/** Projects a whole tool to what a model API accepts: its name, its description, and the names and schema of its inputs. */
import type { JsonObject, JsonValue } from '../json.js';
import { isLegalName, legalName, nameParameters } from '../tool-signature/tool-names.js';
import { schemaProperties } from '../type-text.js';
import { addSentences } from './describe-rule.js';
import type { Loosening } from './project-schema.js';
import { projectSchema } from './project-schema.js';
import type { ModelApi, ModelApiRules, SchemaLimits } from './rules.js';
import { commonLimits, modelApis } from './rules.js';

/** A tool with any name, text and JSON Schema. */
export interface PlainTool {
  name: string;
  description: string;
  schema: JsonObject;
}

/** A tool that a model API accepts. */
export interface ProjectedTool extends PlainTool {
  /** Rules that the schema no longer expresses; the descriptions do, and the gateway still validates them. */
  loosened: Loosening[];
  /** Inputs with another name: shown name → own name. */
  renamed: Readonly<Record<string, string>>;
  /** True when the description had to be shortened. */
  shortened: boolean;
}

/** Maximum length of the sentences after a description, in characters. */
const longestNotes = 700;

/** The tool as the API accepts it. */
export function projectTool(api: ModelApi, tool: PlainTool): ProjectedTool {
  return project(tool, modelApis[api]);
}

/** The tool for clients whose model API is unknown; its schema is unchanged when every model API accepts its structure. */
export function projectForAnyApi(tool: PlainTool): ProjectedTool {
  const projected = project(tool, commonLimits);
  return projected.isSame ? { ...projected, schema: tool.schema, description: tool.description } : projected;
}

function project(
  { name, description, schema: own }: PlainTool,
  limits: SchemaLimits & Pick<ModelApiRules, 'descriptionLength'>,
): ProjectedTool & { isSame: boolean } {
  const { schema, sentences, loosened, changed } = projectSchema(own, limits);
  const renaming = renameInputs(schema, limits.inputName);
  const text = describe(description, sentences, limits.descriptionLength);
  return {
    name: isLegalName(name) ? name : legalName(name, name),
    description: text,
    schema: renaming.schema,
    loosened,
    renamed: renaming.renamed,
    shortened: text !== addSentences(description, sentences),
    isSame: !changed && Object.keys(renaming.renamed).length === 0,
  };
}

/** The description with the notes after it; a text that is too long loses its end, the notes do not. */
function describe(description: string, sentences: readonly string[], longest = Number.POSITIVE_INFINITY): string {
  const own = description.trim() === '' ? 'No description.' : description;
  const whole = addSentences(own, sentences);
  if (whole.length <= longest) return whole;
  const notes = shorten(sentences.join(' '), longestNotes);
  return addSentences(shorten(own, longest - (notes === '' ? 0 : notes.length + 2)), notes === '' ? [] : [notes]);
}

/** The beginning of a text, whole sentences if possible. */
function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const start = text.slice(0, Math.max(longest - 2, 0));
  const stop = Math.max(start.lastIndexOf('. '), start.lastIndexOf('\n'));
  const end = stop > longest / 2 ? stop + 1 : Math.max(start.lastIndexOf(' '), 1);
  return `${start.slice(0, end).trimEnd()} …`;
}

function renameInputs(schema: JsonObject, legal: RegExp): { schema: JsonObject; renamed: Record<string, string> } {
  const members = Object.entries(schemaProperties(schema));
  if (members.every(([name]) => legal.test(name))) return { schema, renamed: {} };
  const kept = members.map(([name]) => name).filter((name) => legal.test(name));
  const others = members.map(([name]) => name).filter((name) => !legal.test(name));
  const given = nameParameters([...kept, ...others]).slice(kept.length);
  const names = new Map(others.map((name, at) => [name, given[at] ?? name]));
  const nameOf = (name: JsonValue) => names.get(String(name)) ?? name;
  const { required } = schema;
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries(members.map(([name, part]) => [nameOf(name), part])),
      ...(Array.isArray(required) ? { required: required.map(nameOf) } : {}),
    },
    renamed: Object.fromEntries([...names].map(([own, shown]) => [shown, own])),
  };
}

/** The inputs of a call under their own names. */
export function restoreNames(renamed: Readonly<Record<string, string>>, input: JsonObject): JsonObject {
  const members = Object.entries(input).map(([name, value]) => [
    Object.hasOwn(renamed, name) ? renamed[name] : name,
    value,
  ]);
  return Object.fromEntries(members);
}
