/** Links in responses: members by name, and entries of `links`, `_links` or `next_actions` in the common forms. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isNamed } from '../api/operation-facts.js';

/** One link: a URL, or the name of an operation. */
export interface AnswerLink {
  /** The link relation, as the response spells it. */
  name: string;
  to: string;
  /** Upper case; absent when the response does not specify it. */
  method?: string;
}

/** Maximum number of links checked per response. */
const maxLinks = 50;

/** The links that a response lists under one of these names. */
export function listLinks(json: JsonValue | undefined, gathered: readonly string[]): AnswerLink[] {
  if (!isJsonObject(json)) return [];
  return Object.entries(json)
    .filter(([name]) => isNamed(name, gathered))
    .flatMap(([, value]) => readLinks(value))
    .slice(0, maxLinks);
}

/** The URL that a response gives under one of these names, as a member or among its links. */
export function findLink(
  json: JsonValue | undefined,
  names: readonly string[],
  gathered: readonly string[],
): string | undefined {
  if (!isJsonObject(json)) return undefined;
  const own = Object.entries(json).flatMap(([name, value]) => readLink(name, value));
  const found = [...listLinks(json, gathered), ...own].filter(({ to }) => isAddress(to));
  return names.map((name) => found.find((link) => isNamed(link.name, [name]))?.to).find((to) => to !== undefined);
}

/** True for an absolute or relative URL, false for an operation name. */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|\.{0,2}\/|\?)/i.test(text);
}

function readLinks(value: JsonValue): AnswerLink[] {
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, each]) => readLink(name, each));
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxLinks).flatMap((each) => {
    if (typeof each === 'string') return readLink(each, each);
    const name = isJsonObject(each) ? (each.rel ?? each.name ?? each.action) : undefined;
    return readLink(typeof name === 'string' ? name : 'link', each);
  });
}

function readLink(name: string, value: JsonValue): AnswerLink[] {
  if (typeof value === 'string') return [{ name, to: value }];
  if (!isJsonObject(value)) return [];
  const to = [value.href, value.url, value.uri, value.operationId, value.operation].find(
    (each): each is string => typeof each === 'string',
  );
  if (to === undefined) return [];
  return [{ name, to, ...(typeof value.method === 'string' ? { method: value.method.toUpperCase() } : {}) }];
}
