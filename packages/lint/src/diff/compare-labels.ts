/** Differences that change no request and no response: the title, tags, and the members of `x-agent`. */
import { canonicalJson } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import type { ApiChange } from './change.js';
import { show } from './comparing.js';
import type { PartChange } from './part-changes.js';

/** Differences of the title and the description of the whole API. */
export function compareInfo(before: Api, after: Api): ApiChange[] {
  const [was, is] = [infoOf(before), infoOf(after)];
  const at = { side: 'new', tool: false, effect: 'description' } as const;
  return (['title', 'summary', 'description'] as const).flatMap((name): ApiChange[] => {
    if (was[name] === is[name]) return [];
    const message =
      name === 'title'
        ? `The title of the API was ${show(was.title)} and is ${show(is.title)}.`
        : `The ${name} of the API changed.`;
    return [{ ...at, pointer: `/info/${name}`, message }];
  });
}

function infoOf({ root }: Api): JsonObject {
  return isJsonObject(root.info) ? root.info : {};
}

/** Differences of the tags and of `x-agent` of an operation. */
export function compareLabels({ before, after }: { before: ApiOperation; after: ApiOperation }): PartChange[] {
  return [...compareTags(before, after), ...compareAgent(before, after)];
}

function compareTags(before: ApiOperation, after: ApiOperation): PartChange[] {
  const [was, is] = [tagsOf(before), tagsOf(after)];
  const gone = was.filter((tag) => !is.includes(tag));
  const added = is.filter((tag) => !was.includes(tag));
  const change = (tag: string, word: string): PartChange => ({
    pointer: `${after.pointer}/tags`,
    side: 'new',
    tool: false,
    effect: 'description',
    message: `The tag ${show(tag)} was ${word}.`,
  });
  return [...gone.map((tag) => change(tag, 'removed')), ...added.map((tag) => change(tag, 'added'))];
}

function tagsOf({ value: { tags } }: ApiOperation): string[] {
  return Array.isArray(tags) ? [...new Set(tags.filter((tag): tag is string => typeof tag === 'string'))] : [];
}

/** Members of `x-agent` on which agents decide whether they call, ask or repeat. */
const conduct: ReadonlySet<string> = new Set([
  'impact',
  'idempotent',
  'idempotency',
  'confirmation',
  'risk',
  'read_only',
  'side_effects',
]);

function compareAgent(before: ApiOperation, after: ApiOperation): PartChange[] {
  const [was, is] = [agentOf(before), agentOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name): PartChange[] => {
    const [old, now] = [was[name], is[name]];
    if (textOf(old) === textOf(now)) return [];
    const shown = (value: JsonValue | undefined) => (value === undefined ? 'absent' : show(value));
    const message = `x-agent: ${name} was ${shown(old)} and is ${shown(now)}.`;
    const effect = conduct.has(name) ? 'meaning' : 'compatible';
    return [{ pointer: `${after.pointer}/x-agent`, side: 'new', tool: true, effect, message }];
  });
}

function agentOf({ value }: ApiOperation): JsonObject {
  const agent = value['x-agent'];
  return isJsonObject(agent) ? agent : {};
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : canonicalJson(value);
}
