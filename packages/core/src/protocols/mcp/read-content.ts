/**
 * Reads the resources, resource templates and prompts of a server as the content of its entry. Everything here is
 * third-party data: an item that is invalid, or whose name another one has, is skipped with a diagnostic.
 */
import { findHidden } from '@dragoman/documents';
import type {
  Diagnostic,
  JsonObject,
  JsonValue,
  Prompt,
  PromptArgument,
  Resource,
  ResourceTemplate,
  ServiceContent,
} from '@dragoman/model';
import { diagnose, isJsonObject } from '@dragoman/model';
import { mcpDiagnostics } from './diagnostics.js';
import { contentLimits, listLimits, memberOf } from './wire.js';

/** Maximum characters of a text. */
const longest = { title: 500, description: 10_000, instructions: 20_000, mimeType: 200 };

/** Members of items that the model represents. */
const known = ['uri', 'uriTemplate', 'name', 'title', 'description', 'mimeType', 'size', 'arguments'];

/** Lists of a document that could not be read, with the reason, by member name. */
export const unreadMember = 'unread';

/** Reads the content of a list document; undefined when there is none. */
export function readContent(list: JsonObject, server: string, found: Diagnostic[]): ServiceContent | undefined {
  reportUnread(list, found);
  const content: ServiceContent = {
    server,
    resources: readItems(list, { member: 'resources', kind: 'resource', key: 'uri' }, readResource, found),
    templates: readItems(
      list,
      { member: 'resourceTemplates', kind: 'resource template', key: 'uriTemplate' },
      readTemplate,
      found,
    ),
    prompts: readItems(list, { member: 'prompts', kind: 'prompt', key: 'name' }, readPrompt, found),
    ...readFeatures(list),
  };
  return isEmpty(content) ? undefined : content;
}

/** Instructions alone describe the tools; they are content only for clients that ask for them. */
function isEmpty({ resources, templates, prompts, instructions, logs }: ServiceContent): boolean {
  const items = resources.length + templates.length + prompts.length;
  return items === 0 && instructions === undefined && logs !== true;
}

/** True when the content has something to read or use, so that a service needs no tools. */
export function hasItems({ resources, templates, prompts }: ServiceContent): boolean {
  return resources.length + templates.length + prompts.length > 0;
}

function readFeatures(list: JsonObject): Partial<ServiceContent> {
  const { instructions, capabilities } = list;
  const declared = isJsonObject(capabilities) ? capabilities : {};
  const { resources, completions, logging } = declared;
  return {
    ...(typeof instructions === 'string' && instructions.trim() !== ''
      ? { instructions: instructions.trim().slice(0, longest.instructions) }
      : {}),
    ...(isJsonObject(completions) ? { completes: true } : {}),
    ...(isJsonObject(resources) && resources.subscribe === true ? { subscribes: true } : {}),
    ...(isJsonObject(logging) ? { logs: true } : {}),
  };
}

function reportUnread({ [unreadMember]: unread }: JsonObject, found: Diagnostic[]): void {
  if (!isJsonObject(unread)) return;
  for (const [member, reason] of Object.entries(unread).slice(0, 3)) {
    const parameters = { kind: member.slice(0, 40), reason: String(reason).slice(0, 300) };
    found.push(diagnose(mcpDiagnostics, 'mcp/content-unread', { pointer: `/${member}` }, parameters));
  }
}

interface ItemKind {
  /** Member of the document. */
  member: 'resources' | 'resourceTemplates' | 'prompts';
  /** For messages. */
  kind: string;
  /** The member that identifies an item. */
  key: 'uri' | 'uriTemplate' | 'name';
}

function readItems<T>(
  list: JsonObject,
  { member, kind, key }: ItemKind,
  read: (item: JsonObject) => T | string,
  found: Diagnostic[],
): T[] {
  const given = memberOf(list, member);
  const items = Array.isArray(given) ? given : [];
  const most = contentLimits[member === 'resourceTemplates' ? 'templates' : member];
  const taken = new Set<string>();
  const skip = (at: number, reason: string) => {
    const place = `/${member}/${at}`;
    found.push(diagnose(mcpDiagnostics, 'mcp/content-left-out', { pointer: place }, { kind, place, reason }));
    return [];
  };
  if (items.length > most || memberOf(list, `${member}Cut`) === true) {
    const parameters = { kind: `${kind}s`, count: String(Math.min(items.length, most)) };
    found.push(diagnose(mcpDiagnostics, 'mcp/content-cut', { pointer: `/${member}` }, parameters));
  }
  return items.slice(0, most).flatMap((item, at) => {
    const value = isJsonObject(item) ? read(item) : 'it is not an object.';
    if (typeof value === 'string') return skip(at, value);
    // Names that look the same to a reader: they differ in invisible characters only.
    const id = String(isJsonObject(item) ? memberOf(item, key) : '').replaceAll(/\p{Cf}/gu, '');
    if (taken.has(id)) return skip(at, `an earlier ${kind} has the ${key} '${id.slice(0, 80)}' too.`);
    taken.add(id);
    return [value];
  });
}

function readResource(item: JsonObject): Resource | string {
  const uri = memberOf(item, 'uri');
  if (!isUri(uri)) return 'its URI is invalid, too long, or has hidden characters.';
  const texts = readTexts(item);
  if (typeof texts === 'string') return texts;
  const size = memberOf(item, 'size');
  return {
    uri,
    ...texts,
    ...mimeTypeOf(item),
    ...(typeof size === 'number' && size >= 0 ? { size } : {}),
    extra: extraOf(item),
  };
}

function readTemplate(item: JsonObject): ResourceTemplate | string {
  const uriTemplate = memberOf(item, 'uriTemplate');
  if (!isUri(uriTemplate) || !/^(?:[^{}]|\{[^{}]+\})*$/.test(uriTemplate)) {
    return 'its URI template is invalid, too long, or has hidden characters.';
  }
  const texts = readTexts(item);
  return typeof texts === 'string' ? texts : { uriTemplate, ...texts, ...mimeTypeOf(item), extra: extraOf(item) };
}

function readPrompt(item: JsonObject): Prompt | string {
  const texts = readTexts(item);
  if (typeof texts === 'string') return texts;
  const given = memberOf(item, 'arguments') ?? [];
  if (!Array.isArray(given)) return 'its arguments are not a list.';
  if (given.length > contentLimits.arguments) return `it has more than ${contentLimits.arguments} arguments.`;
  const names = new Set<string>();
  const parameters: PromptArgument[] = [];
  for (const each of given) {
    const read = isJsonObject(each) ? readTexts(each) : 'it is not an object.';
    if (typeof read === 'string') return `an argument cannot be read: ${read}`;
    if (names.has(read.name)) return `two arguments have the name '${read.name.slice(0, 80)}'.`;
    names.add(read.name);
    parameters.push({ ...read, ...((each as JsonObject).required === true ? { required: true } : {}) });
  }
  return { ...texts, arguments: parameters, extra: extraOf(item) };
}

/** True for an absolute URI, or a template of one, that shows what it is. */
export function isUri(value: JsonValue | undefined): value is string {
  if (typeof value !== 'string' || value.length > contentLimits.uri) return false;
  return /^[a-z][a-z0-9+.-]*:[^\s\p{Cc}]+$/iu.test(value) && findHidden(value) === undefined;
}

/** The texts, or what is wrong with them. */
function readTexts(item: JsonObject): Pick<Prompt, 'name' | 'title' | 'description'> | string {
  // Not trimmed: the server identifies a prompt by exactly this name.
  const name = memberOf(item, 'name');
  if (typeof name !== 'string' || name.trim() === '') return 'it has no name.';
  if (name.length > listLimits.name) return `its name has more than ${listLimits.name} characters.`;
  if (/\p{Cc}/u.test(name) || findHidden(name) !== undefined) return 'its name has hidden characters.';
  const title = textOf(item, 'title', longest.title);
  const description = textOf(item, 'description', longest.description);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

function textOf(item: JsonObject, member: string, most: number): string | undefined {
  const text = memberOf(item, member);
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, most) : undefined;
}

function mimeTypeOf(item: JsonObject): { mimeType?: string } {
  const mimeType = textOf(item, 'mimeType', longest.mimeType);
  return mimeType === undefined ? {} : { mimeType };
}

function extraOf(item: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([member]) => !known.includes(member)));
}
