/**
 * Additions to the description of a tool that changes something (profile App. A): its side effects, where its
 * identifiers come from, and the effect of repeating it. Derived from structured facts, and added only if the text
 * does not say it.
 */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { memberOf } from './wire.js';

/** Maximum number of side effects and identifiers. */
const most = 5;

/** Lookup tools, by the words of their names. */
export type Finders = ReadonlyMap<string, string>;

/** Finds the lookup tools; `names` are the names of all tools by operation id. */
export function listFinders(operations: readonly Operation[], names: ReadonlyMap<string, string>): Finders {
  const finders = new Map<string, string>();
  for (const { id, impact, name } of operations) {
    const words = impact === 'informational' ? name.toLowerCase().split('_') : [];
    if (!words.some((word) => /^(?:find|search|lookup|list)$/.test(word))) continue;
    for (const word of words) if (!finders.has(word)) finders.set(word, names.get(id) ?? name);
  }
  return finders;
}

/**
 * Sentences for the end of a tool's description. Imported MCP tools and AGIS endpoints keep exactly what their
 * authors wrote, as their specifications require.
 */
export function cuesOf(operation: Operation, finders: Finders): string[] {
  const { impact, binding, verb, summary = '', description = '' } = operation;
  if (impact === 'informational' || binding.kind !== 'http' || verb !== undefined) return [];
  const text = `${summary} ${description}`.toLowerCase();
  return [
    ...effectsOf(operation, text),
    ...requiredOf(operation).flatMap((input) => lookupOf(input, finders, text)),
    ...repeatOf(operation, text),
  ];
}

function effectsOf({ extra }: Operation, text: string): string[] {
  const agent = memberOf(extra, 'x-agent');
  const said = isJsonObject(agent) ? memberOf(agent, 'side_effects') : undefined;
  const effects = (Array.isArray(said) ? said : []).filter(
    (each): each is string => typeof each === 'string' && each.length <= 200 && !text.includes(each.toLowerCase()),
  );
  if (effects.length === 0 || /side effect/.test(text)) return [];
  return [`Side effects: ${effects.slice(0, most).join('; ').replace(/\.$/, '')}.`];
}

function requiredOf({ input }: Operation): string[] {
  const required = isJsonObject(input) ? memberOf(input, 'required') : undefined;
  return (Array.isArray(required) ? required : [])
    .filter((each): each is string => typeof each === 'string')
    .slice(0, most);
}

/** The lookup tool for an input: it reads, and its name has the words of the thing and of a search. */
function lookupOf(input: string, finders: Finders, text: string): string[] {
  const entity = /^(.{2,40}?)_?id$/i.exec(input)?.[1]?.toLowerCase() ?? '';
  const name = finders.get(`${entity}s`) ?? finders.get(entity);
  return name === undefined || text.includes(name.toLowerCase()) ? [] : [`Get ${input} from ${name}.`];
}

function repeatOf({ input }: Operation, text: string): string[] {
  const properties: JsonValue | undefined = isJsonObject(input)
    ? memberOf(input as JsonObject, 'properties')
    : undefined;
  const keyed = isJsonObject(properties) && memberOf(properties, 'idempotency_key') !== undefined;
  if (!keyed || /idempoten|same key/.test(text)) return [];
  return ['Repeating it with the same idempotency_key returns the first result.'];
}
