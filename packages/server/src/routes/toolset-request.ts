/** Parses the bodies of the toolset routes; reports every syntax problem at once. Core validates the meaning. */
import type { ToolChoice, ToolsetRequest, UpdateDecision } from '@dragoman/core/engine';
import { maxToolsetContent, maxToolsetTools } from '@dragoman/core/engine';
import type {
  FieldError,
  JsonObject,
  JsonValue,
  LocalisedText,
  OpenSelection,
  ToolsetContent,
  Visibility,
} from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { fault, invalidBody, refuseUnknown } from './import-request.js';

/** Limits of a toolset request. */
export const toolsetLimits = {
  name: 200,
  description: 1999,
  reference: 512,
  grants: 100,
  grant: 500,
  languages: 30,
  selection: 100,
  inputs: 256,
  uri: 4000,
} as const;

/** Pattern of a design id. */
export const designIdPattern = '^[a-z0-9][a-z0-9-]{0,62}$';

/** Pattern of a language tag. */
export const languagePattern = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$';

/** Body of a toolset request. */
export interface ToolsetBody extends ToolsetRequest {
  /** Only on creation. */
  id?: string;
  name: string;
  visibility?: Visibility;
  grants?: string[];
}

const members = [
  ...['name', 'description', 'visibility', 'grants', 'mode', 'tools', 'open', 'content', 'localised', 'resolve_names'],
];
const choiceMembers = ['agent_id', 'tool', 'version', 'name', 'description', 'inputs', 'localised'];

/** Parses the body of `POST /toolsets` and `PUT /toolsets/{id}`. */
export function readToolsetBody(body: JsonValue, creating: boolean): ToolsetBody {
  const read = createBodyReader();
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with at least a name')]);
  refuseUnknown(body, creating ? ['id', ...members] : members, '', read.faults);
  const id = read.pattern(
    body.id,
    '/id',
    designIdPattern,
    'must have 1 to 63 characters (a-z, 0-9, -) and not begin with -',
  );
  const name = read.text(body.name, '/name', toolsetLimits.name) ?? read.missing('/name');
  const mode = read.word(body.mode, '/mode', ['chosen', 'open'] as const) ?? 'chosen';
  const visibility = read.word(body.visibility, '/visibility', ['public', 'private'] as const);
  const grants = readGrants(body.grants, read);
  const localised = readLocalised(body.localised, '/localised', read);
  const open = readOpen(body.open, mode, read);
  const content = readContent(body.content, read);
  const made: ToolsetBody = {
    name,
    description: read.text(body.description, '/description', toolsetLimits.description) ?? '',
    mode,
    choices: readChoices(body.tools, read),
    resolveNames: read.flag(body.resolve_names, '/resolve_names'),
    ...(id === undefined ? {} : { id }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(grants === undefined ? {} : { grants }),
    ...(localised === undefined ? {} : { localised }),
    ...(open === undefined ? {} : { open }),
    ...(content === undefined ? {} : { content }),
  };
  if (read.faults.length > 0) throw invalidBody(read.faults);
  return made;
}

/** Parses the body of `POST /toolsets/{id}/updates`. */
export function readUpdateBody(body: JsonValue): UpdateDecision {
  const read = createBodyReader();
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with accept or stay')]);
  refuseUnknown(body, ['accept', 'stay'], '', read.faults);
  const names = (value: JsonValue | undefined, pointer: string) =>
    value === 'all'
      ? ('all' as const)
      : read.texts(value, pointer, { maxCount: maxToolsetTools, maxLength: toolsetLimits.name });
  const decision = { accept: names(body.accept, '/accept'), stay: names(body.stay, '/stay') };
  const nothing = [decision.accept, decision.stay].every((each) => each !== 'all' && each.length === 0);
  if (read.faults.length === 0 && nothing) {
    read.faults.push(fault('accept', '/accept', 'must list tools in accept or stay, or be "all"'));
  }
  if (read.faults.length > 0) throw invalidBody(read.faults);
  return decision;
}

function readChoices(value: JsonValue | undefined, read: BodyReader): ToolChoice[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > maxToolsetTools) {
    read.fault('/tools', `must be an array of at most ${maxToolsetTools} tools`);
    return [];
  }
  return value.map((item, at) => readChoice(item, `/tools/${at}`, read));
}

function readChoice(item: JsonValue, pointer: string, read: BodyReader): ToolChoice {
  if (!isJsonObject(item)) {
    read.fault(pointer, 'must be an object with agent_id and tool');
    return { agentId: '', tool: '' };
  }
  refuseUnknown(item, choiceMembers, pointer, read.faults);
  const maxLength = toolsetLimits.reference;
  const version = readVersion(item.version, `${pointer}/version`, read);
  const name = read.text(item.name, `${pointer}/name`, toolsetLimits.name);
  const description = read.text(item.description, `${pointer}/description`, toolsetLimits.description);
  const inputs = read.record(item.inputs, `${pointer}/inputs`, { maxCount: toolsetLimits.inputs, maxLength: 2000 });
  const localised = readLocalised(item.localised, `${pointer}/localised`, read);
  return {
    agentId: read.text(item.agent_id, `${pointer}/agent_id`, maxLength) ?? read.missing(`${pointer}/agent_id`),
    tool: read.text(item.tool, `${pointer}/tool`, maxLength) ?? read.missing(`${pointer}/tool`),
    ...(version === undefined ? {} : { version }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(inputs === undefined ? {} : { inputs }),
    ...(localised === undefined ? {} : { localised }),
  };
}

function readVersion(value: JsonValue | undefined, pointer: string, read: BodyReader): number | 'latest' | undefined {
  if (value === undefined || value === 'latest') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  read.fault(pointer, 'must be an integer of at least 1, or "latest"');
  return undefined;
}

function readGrants(value: JsonValue | undefined, read: BodyReader): string[] | undefined {
  if (value === undefined) return undefined;
  const grants = read.texts(value, '/grants', { maxCount: toolsetLimits.grants, maxLength: toolsetLimits.grant });
  grants.forEach((grant, at) => {
    if (!/^(caller|scope):\S/.test(grant)) read.fault(`/grants/${at}`, 'must be caller:<subject> or scope:<scope>');
  });
  return grants;
}

function readOpen(value: JsonValue | undefined, mode: 'chosen' | 'open', read: BodyReader): OpenSelection | undefined {
  if (value === undefined) return mode === 'open' ? { tags: [], agents: [], sources: [] } : undefined;
  if (mode !== 'open') read.fault('/open', 'is allowed only with "mode": "open"');
  if (!isJsonObject(value)) {
    read.fault('/open', 'must be an object');
    return undefined;
  }
  refuseUnknown(value, ['tags', 'agents', 'sources', 'text'], '/open', read.faults);
  const bounds = { maxCount: toolsetLimits.selection, maxLength: toolsetLimits.reference };
  const text = read.text(value.text, '/open/text', 500);
  return {
    tags: read.texts(value.tags, '/open/tags', bounds),
    agents: read.texts(value.agents, '/open/agents', bounds),
    sources: read.texts(value.sources, '/open/sources', bounds),
    ...(text === undefined ? {} : { text }),
  };
}

function readContent(value: JsonValue | undefined, read: BodyReader): ToolsetContent | 'all' | undefined {
  if (value === undefined || value === 'all') return value;
  if (!isJsonObject(value)) {
    read.fault('/content', 'must be "all", or an object with prompts and resources');
    return undefined;
  }
  refuseUnknown(value, ['prompts', 'resources'], '/content', read.faults);
  const names = { member: 'name', maxLength: toolsetLimits.reference } as const;
  const uris = { member: 'uri', maxLength: toolsetLimits.uri } as const;
  return {
    prompts: readItems(value.prompts, '/content/prompts', names, read).map(([agentId, name]) => ({ agentId, name })),
    resources: readItems(value.resources, '/content/resources', uris, read).map(([agentId, uri]) => ({ agentId, uri })),
  };
}

/** The service and the name or URI of each item; the same item twice counts once. */
function readItems(
  value: JsonValue | undefined,
  pointer: string,
  { member, maxLength }: { member: 'name' | 'uri'; maxLength: number },
  read: BodyReader,
): [agentId: string, key: string][] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > maxToolsetContent) {
    read.fault(pointer, `must be an array of at most ${maxToolsetContent} objects`);
    return [];
  }
  const items = value.map((item, at): [string, string] => {
    const place = `${pointer}/${at}`;
    if (!isJsonObject(item)) {
      read.fault(place, `must be an object with agent_id and ${member}`);
      return ['', ''];
    }
    refuseUnknown(item, ['agent_id', member], place, read.faults);
    const agentId = read.text(item.agent_id, `${place}/agent_id`, toolsetLimits.reference);
    const key = read.text(item[member], `${place}/${member}`, maxLength);
    return [agentId ?? read.missing(`${place}/agent_id`), key ?? read.missing(`${place}/${member}`)];
  });
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function readLocalised(
  value: JsonValue | undefined,
  pointer: string,
  read: BodyReader,
): Record<string, LocalisedText> | undefined {
  if (value === undefined) return undefined;
  const given = isJsonObject(value) ? Object.entries(value) : [];
  if (!isJsonObject(value) || given.length > toolsetLimits.languages) {
    read.fault(pointer, `must be an object of at most ${toolsetLimits.languages} languages`);
    return undefined;
  }
  return Object.fromEntries(given.map(([language, words]) => [language, readWords(language, words, pointer, read)]));
}

function readWords(language: string, words: JsonValue, above: string, read: BodyReader): LocalisedText {
  const pointer = `${above}/${language.slice(0, 40).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (!new RegExp(languagePattern).test(language)) read.fault(pointer, 'is not a language tag such as de or pt-BR');
  if (!isJsonObject(words)) {
    read.fault(pointer, 'must be an object with name, description or inputs');
    return {};
  }
  refuseUnknown(words, ['name', 'description', 'inputs'], pointer, read.faults);
  const name = read.text(words.name, `${pointer}/name`, toolsetLimits.name);
  const description = read.text(words.description, `${pointer}/description`, toolsetLimits.description);
  const inputs = read.record(words.inputs, `${pointer}/inputs`, { maxCount: toolsetLimits.inputs, maxLength: 2000 });
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(inputs === undefined ? {} : { inputs }),
  };
}

type BodyReader = ReturnType<typeof createBodyReader>;

interface ListBounds {
  maxCount: number;
  maxLength: number;
}

/** Reads members one by one and collects their problems. */
export function createBodyReader() {
  const faults: FieldError[] = [];
  const addFault = (pointer: string, detail: string) => void faults.push(fault(fieldOf(pointer), pointer, detail));
  const text = (value: JsonValue | undefined, pointer: string, maxLength: number): string | undefined => {
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value.trim() !== '' && value.length <= maxLength) return value;
    addFault(pointer, `must be a string of 1 to ${maxLength} characters`);
    return undefined;
  };
  return {
    faults,
    fault: addFault,
    text,
    missing(pointer: string): string {
      if (!faults.some((each) => each.pointer === pointer)) addFault(pointer, 'is missing');
      return '';
    },
    pattern(value: JsonValue | undefined, pointer: string, form: string, detail: string): string | undefined {
      if (value === undefined) return undefined;
      if (typeof value === 'string' && new RegExp(form).test(value)) return value;
      addFault(pointer, detail);
      return undefined;
    },
    word<const T extends string>(value: JsonValue | undefined, pointer: string, words: readonly T[]): T | undefined {
      const found = words.find((each) => each === value);
      if (found === undefined && value !== undefined) addFault(pointer, `must be ${words.join(' or ')}`);
      return found;
    },
    flag(value: JsonValue | undefined, pointer: string): boolean {
      if (value !== undefined && typeof value !== 'boolean') addFault(pointer, 'must be true or false');
      return value === true;
    },
    texts(value: JsonValue | undefined, pointer: string, { maxCount, maxLength }: ListBounds): string[] {
      if (value === undefined) return [];
      if (!Array.isArray(value) || value.length > maxCount) {
        addFault(pointer, `must be an array of at most ${maxCount} strings`);
        return [];
      }
      return [...new Set(value.map((item, at) => text(item, `${pointer}/${at}`, maxLength) ?? ''))];
    },
    record(value: JsonValue | undefined, pointer: string, bounds: ListBounds): Record<string, string> | undefined {
      if (value === undefined) return undefined;
      const entries = isJsonObject(value) ? Object.entries(value as JsonObject) : undefined;
      if (entries === undefined || entries.length > bounds.maxCount) {
        addFault(pointer, `must be an object of at most ${bounds.maxCount} strings`);
        return undefined;
      }
      const token = (word: string) => word.slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1');
      return Object.fromEntries(
        entries.map(([word, item]) => [word, text(item, `${pointer}/${token(word)}`, bounds.maxLength) ?? '']),
      );
    },
  };
}

function fieldOf(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
}
