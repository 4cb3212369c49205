/**
 * Removes texts that say nothing about one operation: documentation of a class, texts of a whole resource or of several
 * addresses, placeholders of tools, tables, and marks of versions.
 */
import type { Operation } from '@dragoman/model';
import { addressOf, fileEnding } from './schema-thing.js';

/** "RoomSource Viewset", "Mixin to add an endpoint", "RoomListView": documentation of a class. */
const classText =
  /^(?!(?:create|add|update|edit|delete|remove|get|list|retrieve|fetch|show)s?\s)(?:[\w-]+\s+){0,5}\w*(?:view ?set|mixin|serializer)s?\.?$|^(?:(?:an?|the|base|generic)\s+)*(?:\w*(?:view ?set|mixin|serializer)|api ?view)\s+(?:for|to|that|which|with|class|of)\b/i;

/** "BerthListView", but not "Overview". */
const className = /^[A-Z]\w*[a-z](?:View|Controller)\.?$/;

/** "Your GET endpoint", "To be done", "no description": what tools and authors write before there is a text. */
const placeholder =
  /^(?:your (?:get|put|post|patch|delete) endpoint|todo\b.*|tbd|fixme\b.*|string|n\/?a|none|undefined|null|(?:no|add|missing|your) (?:description|summary)\b.*|(?:description|summary)(?: here)?|lorem ipsum\b.*|(?:make|send|issue|perform)s? (?:an? )?(?:[\w-]+ ){0,3}(?:get|post|put|patch|delete|http) requests?(?: to .*)?|forgot(?:ten)?[- _]?(?:password|username|pin)|catch[- ]?all(?: route| endpoint| handler)?|(?:operation|endpoint|method) (?:description|summary)|(?!(?:invoke|call|use|test|get|create|delete|update|list|query|search|check|remove|add|set) )[\w-]+ (?:endpoint|api|interface|route)|[-_.\s]*)\.?$/i;

/** "POST: /image/avatar", "recipe/100/notes": an address instead of a text. */
const addressText = /^(?:(?:get|post|put|patch|delete):?\s+)?\/?[\w{}.:-]+(?:\/[\w{}.:-]+)+\/?$/i;

/** "Berth management": the name of a group of operations. */
const groupTitle =
  /^(?!(?:create|add|update|edit|delete|remove|get|list|retrieve|fetch|show|perform|run|execute|send|start|stop)s?\s|[\w-]+ (?:an?|the|all) )(?:[\w-]+\s+){1,3}(?:management|administration|operations|handling|controller|endpoints|module|crud)\.?$/i;

/** "User scoring - v1/scorings/individual": the address after a title. */
const addressEnd = /\s[-–—]\s+\/?(?:[\w{}.-]+\/)+[\w{}.-]+\/?$/;

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

/** `createPartner`: a POST whose name does not read, as that of a search would. */
const creates = /^(?:create|add|insert|register)(?![a-z])/;

/** Finds the texts that operations share. */
export function sharedTexts(operations: readonly Operation[]): SharedTexts {
  const methods = new Map<string, Set<string>>();
  const addresses = new Map<string, Set<string>>();
  for (const { summary, description, binding } of operations) {
    if (binding.kind !== 'http') continue;
    if (
      description !== undefined &&
      (binding.method.toUpperCase() !== 'POST' || creates.test(binding.operationId ?? ''))
    )
      addTo(methods, description, binding.method.toUpperCase());
    for (const text of new Set([summary, description])) {
      if (text !== undefined) addTo(addresses, text, addressOf(binding.urlTemplate));
    }
  }
  return {
    ofMethods: keysWith(
      methods,
      (used) => used.has('GET') && ['POST', 'PUT', 'PATCH', 'DELETE'].some((method) => used.has(method)),
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

/** "Return whether …" of PUT: the sentence of the operation that reads the same address, or one about the response. */
const readingText = /^(?:gets?|returns?|retrieves?|fetch(?:es)?) /i;

/** True for a sentence about reading of an operation that sets or changes what is at its address. */
function onlyReads(text: string, { method, urlTemplate }: { method: string; urlTemplate: string }): boolean {
  const [verb = ''] = text.trim().toLowerCase().split(' ', 1);
  const isChange = /^(?:PUT|PATCH)$/i.test(method);
  return isChange && readingText.test(text.trim()) && !addressOf(urlTemplate).toLowerCase().includes(verb.slice(0, 5));
}

/** "Retrieve all orders" of `/orders/{id}/line_items`: the sentence of the collection above. */
function isOfCollection(text: string, { method, urlTemplate }: { method: string; urlTemplate: string }): boolean {
  const [, owner = '', last = ''] =
    /\/([a-z_-]+s)\/\{[^{}]+\}\/([a-z_-]+s)$/i.exec(addressOf(urlTemplate).replace(fileEnding, '')) ?? [];
  const [, object = ''] = /^(?:gets?|returns?|retrieves?|lists?|fetch(?:es)?) all ([\w'’ -]+?)\.?$/i.exec(text) ?? [];
  if (method.toUpperCase() !== 'GET' || last === '' || object === '') return false;
  const said = object.toLowerCase().replaceAll(/[^a-z]/g, '');
  const words = last.toLowerCase().split(/[_-]/);
  return (
    said.endsWith(owner.toLowerCase().replaceAll(/[_-]/g, '')) &&
    !words.some((word) => said.includes(word.replace(/(?:ies|es|s)$/, '')))
  );
}

/** The operation with only those texts that can be a statement about it. */
export function withOwnTexts(operation: Operation, shared: SharedTexts): Operation {
  const { binding, verb, summary, description } = operation;
  if (verb !== undefined || binding.kind !== 'http') return operation;
  if (binding.method.toUpperCase() === 'OPTIONS' && /\b(?:cors|preflight)\b/i.test(`${summary} ${description}`)) {
    const { summary: _, description: __, ...silent } = operation;
    return silent;
  }
  const own = ownWords[binding.method.toUpperCase()];
  const isShared = (text: string) =>
    shared.ofAddresses.has(text) && !namesAddress(text, addressOf(binding.urlTemplate));
  const isOfResource = (text: string) => shared.ofMethods.has(text) && own?.test(text.trim()) !== true;
  const title =
    summary === undefined ||
    isShared(summary) ||
    repeatsName(summary, binding.operationId) ||
    isOfCollection(summary, binding) ||
    onlyReads(summary, binding)
      ? undefined
      : ownTitle(summary, addressOf(binding.urlTemplate), binding.operationId);
  const text =
    description === undefined || isShared(description) || isOfResource(description) || onlyReads(description, binding)
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
    addressText.test(first.trim()) ||
    groupTitle.test(text.trim()) ||
    classText.test(first.trim()) ||
    className.test(first.trim());
  return isEmpty ? undefined : text;
}

/** "Puts me personal." of `Me_PutMePersonal`: a tool wrote the HTTP method and the words of the name. */
function repeatsName(summary: string, operationId = ''): boolean {
  const plain = summary.toLowerCase().replaceAll(/[^a-z]/g, '');
  const [, method = '', rest = ''] = /^(put|post|patch)(?:e?s)?(.+)$/.exec(plain) ?? [];
  return (
    rest !== '' &&
    operationId
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .endsWith(`${method}${rest}`)
  );
}

/** A summary without marks, and without the group of its operationId: "List berths me" of `me.listBerths`. */
function ownTitle(summary: string, address: string, operationId = ''): string | undefined {
  const [, group = ''] = /^([A-Za-z][\w-]*)[./][a-z]\w*$/.exec(operationId) ?? [];
  const plain = summary.replace(addressEnd, '').replace(marks, '');
  const end = new RegExp(`(?<! (?:an?|the|of|for|to|in|by|from|with)) ${group.replaceAll(/[-_]/g, ' ')}\\.?$`, 'i');
  const cut = group === '' ? plain : plain.replace(end, '');
  // "Create draft invoice" of `invoice.create` is about an invoice.
  const isNamed = namesAddress(cut.split(' ').at(-1) ?? '', address);
  return ownText(/^\S+ \S/.test(cut) && isNamed ? cut : /\S/.test(plain) ? plain : summary);
}

/** Tables in Markdown, such as those of permissions, are no sentence. */
function withoutTables(text: string): string {
  return /^\s*\|/.test(text) ? text.replaceAll(/^\s*\|.*$/gm, '').trim() : text;
}
