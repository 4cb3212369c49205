/**
 * What a tool that changes something should say beside its purpose (profile App. A): its side effects, where its identifiers come
 * from, and what repeating it does. Made from what the description says in structure; told only where the text does not say it.
 */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { memberOf } from './wire.js';

/** Most side effects and identifiers that are told. */
const most = 5;

/** Tools that look for things, by the words of their names. */
export type Finders = ReadonlyMap<string, string>;

/** Finds them; `names` are those of all tools by operation id. */
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
 * Sentences for the end of a tool's description. Tools of other servers and endpoints of AGIS say exactly what their authors wrote,
 * as their specifications want it.
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

/** The reading tool that is named after the thing and after looking for it. */
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
