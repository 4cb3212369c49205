/** Differences of the links of a response, which suggest further calls to agents. */
import { canonicalJson, childPointer, shorten } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, Placed } from '../api/api.js';
import type { ApiPair, PartChange } from './part-changes.js';

/** Lists the differences; a link is a hint, so no caller breaks, but one that follows it calls something else. */
export function compareLinks(was: Placed, is: Placed, where: string, { before, after }: ApiPair): PartChange[] {
  const [old, now] = [linksOf(before, was), linksOf(after, is)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name): PartChange[] => {
    const [one, other] = [old.get(name), now.get(name)];
    const at = {
      pointer: (other ?? one)?.pointer ?? is.pointer,
      side: other === undefined ? 'old' : 'new',
      tool: false,
      where,
    } as const;
    if (other === undefined)
      return [{ ...at, effect: 'meaning', message: `The link ${name} of the ${where} was removed.` }];
    if (one === undefined)
      return [{ ...at, effect: 'compatible', message: `The link ${name} of the ${where} was added.` }];
    const [from, to] = [targetOf(one.value), targetOf(other.value)];
    if (from !== to) {
      const message = `The link ${name} of the ${where} pointed to ${from} and now points to ${to}.`;
      return [{ ...at, effect: 'meaning', message }];
    }
    if (rulesOf(one.value) !== rulesOf(other.value)) {
      const message = `The link ${name} of the ${where} passes different values.`;
      return [{ ...at, effect: 'meaning', message }];
    }
    if (one.value.description === other.value.description) return [];
    return [{ ...at, effect: 'description', message: `The description of the link ${name} of the ${where} changed.` }];
  });
}

function linksOf(api: Api, { value, pointer }: Placed): ReadonlyMap<string, Placed> {
  const links = isJsonObject(value.links) ? Object.entries(value.links) : [];
  return new Map(
    links.flatMap(([name, given]) => {
      const placed = api.follow({ value: given, pointer: childPointer(`${pointer}/links`, name) });
      return placed === undefined ? [] : [[name, placed] as const];
    }),
  );
}

function targetOf({ operationId, operationRef }: JsonObject): string {
  return shorten(String(operationId ?? operationRef ?? 'nothing'), 120);
}

function rulesOf({ parameters, requestBody, server }: JsonObject): string {
  return canonicalJson([parameters ?? {}, requestBody ?? null, server ?? null]);
}
