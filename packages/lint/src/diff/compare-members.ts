/** Differences of the members of an object: added, removed, required, read-only, and their own schemas. */
import type { Direction, JsonObject, Presence } from '@dragoman/model';
import { classifyPresenceChange, isJsonObject } from '@dragoman/model';
import type { Api } from '../api/api.js';
import { restRules } from './compare-rules.js';
import {
  accepting,
  add,
  addDecided,
  type Comparing,
  decide,
  type FlatPair,
  nested,
  type PlacePair,
  partName,
} from './comparing.js';
import { type FlatSchema, flattenSchema, partOf } from './flatten-schema.js';

/** Compares the members. */
export function compareMembers(comparing: Comparing, pair: FlatPair): void {
  const { one, other } = pair;
  for (const name of new Set([
    ...one.properties.keys(),
    ...other.properties.keys(),
    ...one.required,
    ...other.required,
  ])) {
    const [was, is] = [one.properties.get(name), other.properties.get(name)];
    const place: PlacePair = {
      before: was ?? is ?? pair.before,
      after: is ?? was ?? pair.after,
      name: nested(pair.name, name),
    };
    const [isHiddenBefore, isHiddenAfter] = [one.hidden.has(name), other.hidden.has(name)];
    if (isHiddenBefore || isHiddenAfter) {
      if (isHiddenBefore !== isHiddenAfter && was !== undefined && is !== undefined)
        reportHidden(comparing, place, isHiddenAfter);
      continue;
    }
    comparePresence(comparing, pair, { name, place });
    if (was !== undefined && is !== undefined) comparing.visit(place);
  }
  compareMaps(comparing, pair);
}

function reportHidden(comparing: Comparing, place: PlacePair, isHidden: boolean): void {
  comparing.isMarked = true;
  const sent = comparing.direction === 'input';
  const word = sent ? 'read-only' : 'write-only';
  const effect = isHidden ? 'meaning' : 'compatible';
  const way = sent ? 'requests' : 'responses';
  const message = isHidden
    ? `${place.name} is now ${word}; it is no longer part of ${way}.`
    : `${place.name} is no longer ${word}; it is part of ${way} now.`;
  add(comparing, place, { effect, message, fixed: true });
}

function isObject({ types }: FlatSchema): boolean {
  return types.length === 0 || types.includes('object');
}

function presenceOf({ properties, required }: FlatSchema, name: string): Presence {
  if (required.has(name)) return 'required';
  return properties.has(name) ? 'optional' : 'absent';
}

function comparePresence(
  comparing: Comparing,
  pair: FlatPair,
  { name, place }: { name: string; place: PlacePair },
): void {
  const [before, after] = [presenceOf(pair.one, name), presenceOf(pair.other, name)];
  if (before === after || pair.isSame) return;
  if (after === 'absent') {
    if (isAlternative(comparing.after, pair.other, name, comparing.direction)) return;
    // Callers rely on a member that they set or read, although objects without it may be valid (PROF-VER-02).
    add(comparing, place, { effect: 'breaking', message: `${place.name} was removed.`, fixed: true }, true);
    return;
  }
  if (before === 'absent' && isAlternative(comparing.before, pair.one, name, comparing.direction)) return;
  if (!isObject(pair.one) || !isObject(pair.other)) {
    // Members of something that is never an object: what was meant is unknown, so the words count.
    const verdict = classifyPresenceChange(comparing.direction, before, after);
    if (verdict !== undefined)
      add(comparing, place, { ...verdict, message: `${place.name} is now ${after}.`, fixed: true });
    return;
  }
  const isRequired = accepting(comparing, before, after) === 'required';
  const needed: JsonObject = { required: [name] };
  const accepted = accepting(comparing, pair.one, pair.other);
  const { rest, rules: others } = restRules(accepted);
  const rules: JsonObject = isRequired ? needed : before === 'absent' && rest !== true ? others : {};
  const isDemanded = comparing.direction === 'input' && after === 'required';
  const message =
    before === 'absent'
      ? `${place.name} was added${isDemanded ? ' and is required' : ''}.`
      : `${place.name} is now ${after}.`;
  addDecided(comparing, pair, decide(comparing, pair, rules), { message });
}

/** True when that version has the member in an alternative, so that it moved; the engine decides what that means. */
function isAlternative(api: Api, { alternatives }: FlatSchema, name: string, direction: Direction): boolean {
  return alternatives.slice(0, 100).some((part) => flattenSchema(api, part, direction).properties.has(name));
}

/** Values of members without a name: of a map, or of names that match a pattern. */
function compareMaps(comparing: Comparing, pair: FlatPair): void {
  const { one, other, name } = pair;
  const [was, is] = [one.keywords.additionalProperties, other.keywords.additionalProperties];
  if (isJsonObject(was) && isJsonObject(is)) {
    comparing.visit({
      before: partOf(one, 'additionalProperties', { value: was }),
      after: partOf(other, 'additionalProperties', { value: is }),
      name: partName(name, '[any name]'),
    });
  }
  const [old, now] = [one.keywords.patternProperties ?? {}, other.keywords.patternProperties ?? {}];
  if (!isJsonObject(old) || !isJsonObject(now)) return;
  for (const pattern of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [before, after] = [old[pattern], now[pattern]];
    if (before !== undefined && after !== undefined) {
      comparing.visit({
        before: partOf(one, 'patternProperties', { value: before, name: pattern }),
        after: partOf(other, 'patternProperties', { value: after, name: pattern }),
        name: partName(name, `[/${pattern}/]`),
      });
    } else if (!pair.isSame) {
      const rule = accepting(comparing, before, after);
      const decision = decide(comparing, pair, rule === undefined ? {} : { patternProperties: { [pattern]: rule } });
      const message = `The rules of properties of ${name} that match /${pattern}/ were ${after === undefined ? 'removed' : 'added'}.`;
      addDecided(comparing, pair, decision, { message });
    }
  }
}
