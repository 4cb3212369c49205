/** Links in answers: members by name, and what stands in `links`, `_links` or `next_actions`, in any of the usual forms. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isNamed } from '../api/operation-facts.js';

/** One link: an address, or the name of an operation. */
export interface AnswerLink {
  /** What it leads to, in the answer's own word. */
  name: string;
  to: string;
  /** Upper case; absent when the answer does not say. */
  method?: string;
}

/** Most links of one answer that are looked at. */
const most = 50;

/** The links that an answer gathers under one of these names. */
export function listLinks(json: JsonValue | undefined, gathered: readonly string[]): AnswerLink[] {
  if (!isJsonObject(json)) return [];
  return Object.entries(json)
    .filter(([name]) => isNamed(name, gathered))
    .flatMap(([, value]) => readLinks(value))
    .slice(0, most);
}

/** The address that an answer gives under one of these names, as a member or among its links. */
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

/** True for an address, whole or relative, as against the name of an operation. */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|\.{0,2}\/|\?)/i.test(text);
}

function readLinks(value: JsonValue): AnswerLink[] {
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, each]) => readLink(name, each));
  if (!Array.isArray(value)) return [];
  return value.slice(0, most).flatMap((each) => {
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
