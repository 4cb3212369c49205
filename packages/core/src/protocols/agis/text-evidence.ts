/**
 * Removes texts that say nothing about one operation: documentation of a class, texts of a whole resource or of several
 * addresses, placeholders of tools, tables, and marks of versions.
 */
import type { Operation } from '@dragoman/model';
import { addressOf } from './schema-thing.js';

/** "RoomSource Viewset", "Mixin to add an endpoint", "RoomListView": documentation of a class. */
const classText =
  /^(?!(?:create|add|update|edit|delete|remove|get|list|retrieve|fetch|show)s?\s)(?:[\w-]+\s+){0,5}\w*(?:view ?set|mixin|serializer)s?\.?$|^(?:(?:an?|the|base|generic)\s+)*(?:\w*(?:view ?set|mixin|serializer)|api ?view)\s+(?:for|to|that|which|with|class|of)\b/i;

/** "BerthListView", but not "Overview". */
const className = /^[A-Z]\w*[a-z](?:View|Controller)\.?$/;

/** "Your GET endpoint", "To be done", "no description": what tools and authors write before there is a text. */
const placeholder =
  /^(?:your (?:get|put|post|patch|delete) endpoint|todo\b.*|tbd|fixme\b.*|string|n\/?a|none|undefined|null|(?:no|add|missing|your) (?:description|summary)\b.*|(?:description|summary)(?: here)?|lorem ipsum\b.*|(?:operation|endpoint|method) (?:description|summary)|[-_.\s]*)\.?$/i;

/** "Berth management": the name of a group of operations. */
const groupTitle =
  /^(?!(?:create|add|update|edit|delete|remove|get|list|retrieve|fetch|show|perform|run|execute|send|start|stop)s?\s)(?:[\w-]+\s+){1,3}(?:management|administration|operations|handling|controller|endpoints|module|crud)\.?$/i;

/** "Rates (deprecated)", "Pay invoice V2": marks after a title. */
const marks = /\s*(?:[-–—:]?\s*[([]?\b(?:deprecated|legacy)\b[)\]]?|[([]?\bv\d+(?:\.\d+)*\b[)\]]?)\s*[.!]?\s*$/i;

/** Long texts are no docstring of a class. */
const maxClassText = 300;

/** Addresses from which on a text is one of several operations rather than of one. */
const manyAddresses = 3;

/** Texts of several operations of which some read and others change, or of many addresses: none of them is about one. */
export interface SharedTexts {
  /** Descriptions of operations that read and of others that change or remove. */
  ofMethods: ReadonlySet<string>;
  /** Summaries and descriptions of many addresses. */
  ofAddresses: ReadonlySet<string>;
}

/** Finds the texts that operations share. */
export function sharedTexts(operations: readonly Operation[]): SharedTexts {
  const methods = new Map<string, Set<string>>();
  const addresses = new Map<string, Set<string>>();
  for (const { summary, description, binding } of operations) {
    if (binding.kind !== 'http') continue;
    if (description !== undefined) addTo(methods, description, binding.method.toUpperCase());
    for (const text of new Set([summary, description])) {
      if (text !== undefined) addTo(addresses, text, addressOf(binding.urlTemplate));
    }
  }
  return {
    ofMethods: keysWith(
      methods,
      (used) => used.has('GET') && ['PUT', 'PATCH', 'DELETE'].some((method) => used.has(method)),
    ),
    ofAddresses: keysWith(addresses, (used) => used.size >= manyAddresses),
  };
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

function keysWith(map: ReadonlyMap<string, Set<string>>, holds: (used: Set<string>) => boolean): ReadonlySet<string> {
  return new Set([...map].flatMap(([key, used]) => (holds(used) ? [key] : [])));
}

/** First words by HTTP method: a sentence that was copied to other operations still describes the one whose method it says. */
const ownWords: Readonly<Record<string, RegExp>> = Object.freeze({
  GET: /^(?:gets?|returns?|retrieves?|lists?|fetch(?:es)?|shows?|finds?)\b/i,
  DELETE: /^(?:deletes?|removes?)\b/i,
  PUT: /^(?:updates?|replaces?|modif(?:y|ies)|changes?|sets?)\b/i,
  PATCH: /^(?:updates?|modif(?:y|ies)|changes?)\b/i,
  POST: /^(?:creates?|adds?)\b/i,
});

/** The operation with only those texts that can be a statement about it. */
export function withOwnTexts(operation: Operation, shared: SharedTexts): Operation {
  const { binding, verb, summary, description } = operation;
  if (verb !== undefined || binding.kind !== 'http') return operation;
  const own = ownWords[binding.method.toUpperCase()];
  const isShared = (text: string) =>
    shared.ofAddresses.has(text) && !namesAddress(text, addressOf(binding.urlTemplate));
  const isOfResource = (text: string) => shared.ofMethods.has(text) && own?.test(text.trim()) !== true;
  const title = summary === undefined || isShared(summary) ? undefined : ownTitle(summary, binding.operationId);
  const text =
    description === undefined || isShared(description) || isOfResource(description)
      ? undefined
      : ownText(withoutTables(description));
  if (title === summary && text === description) return operation;
  const { summary: _, description: __, ...rest } = operation;
  return {
    ...rest,
    ...(title === undefined ? {} : { summary: title }),
    ...(text === undefined ? {} : { description: text }),
  };
}

/** True when a longer word of the text is one of the address: "List berths" of `/berths`, and of `/harbors/{id}/berths`. */
function namesAddress(text: string, address: string): boolean {
  const path = address
    .replace(/^https?:\/\/[^/]*/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z{}/]/g, '');
  return (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).some((word) =>
    path.includes(word.replace(/(?:ies|es|s|y)$/, '')),
  );
}

function ownText(text: string): string | undefined {
  const [first = ''] = text.slice(0, maxClassText).trim().split('\n', 1);
  const isEmpty =
    placeholder.test(text.trim()) ||
    groupTitle.test(text.trim()) ||
    classText.test(first.trim()) ||
    className.test(first.trim());
  return isEmpty ? undefined : text;
}

/** A summary without marks, and without the group of its operationId: "List berths me" of `me.listBerths`. */
function ownTitle(summary: string, operationId = ''): string | undefined {
  const [, group = ''] = /^([A-Za-z][\w-]*)[./][a-z]\w*$/.exec(operationId) ?? [];
  const plain = summary.replace(marks, '');
  const end = new RegExp(`(?<! (?:an?|the|of|for|to|in|by|from|with)) ${group.replaceAll(/[-_]/g, ' ')}\\.?$`, 'i');
  const cut = group === '' ? plain : plain.replace(end, '');
  return ownText(/^\S+ \S/.test(cut) ? cut : /\S/.test(plain) ? plain : summary);
}

/** Tables in Markdown, such as those of permissions, are no sentence. */
function withoutTables(text: string): string {
  return /^\s*\|/.test(text) ? text.replaceAll(/^\s*\|.*$/gm, '').trim() : text;
}
