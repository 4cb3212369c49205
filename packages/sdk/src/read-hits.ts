/** Reads a list of services in every form that registries use: a bare array, or an object with the array inside. */
import { isJsonObject } from '@dragoman/model';
import type { AgentSearchResult, AgentSummary } from './agent-document.js';
import { clientError } from './dragoman-error.js';
import type { Incoming } from './transport.js';

/** Names of the array member. */
const listNames = ['agents', 'results', 'items'] as const;

/** The same result for either form. */
export function readHits(answer: Incoming): AgentSearchResult {
  const { body, headers } = answer;
  const facts = isJsonObject(body) ? body : {};
  const count = wholeNumber(facts.count) ?? wholeNumber(headerNumber(headers.get('x-total-count')));
  const top = wholeNumber(facts.top);
  const skip = wholeNumber(facts.skip);
  const time = facts.search_time;
  return {
    hits: arrayOf(body, answer.status, listNames).map((item, index) => readSummary(item, index, answer.status)),
    ...(count === undefined ? {} : { count }),
    ...(top === undefined ? {} : { top }),
    ...(skip === undefined ? {} : { skip }),
    ...(typeof time === 'number' && Number.isFinite(time) ? { searchTime: time } : {}),
  };
}

/** The array in a response, bare or under one of the given names; its items are objects. */
export function listOf(body: unknown, status: number, names: readonly string[]): unknown[] {
  const items = arrayOf(body, status, names);
  const odd = items.findIndex((item) => !isJsonObject(item));
  if (odd < 0) return items;
  throw clientError('INVALID_RESPONSE', { message: `Item ${odd} of the list is not an object.`, status });
}

function arrayOf(body: unknown, status: number, names: readonly string[]): unknown[] {
  if (Array.isArray(body)) return body;
  if (isJsonObject(body)) {
    for (const name of names) {
      const list = body[name];
      if (Object.hasOwn(body, name) && Array.isArray(list)) return list;
    }
  }
  throw clientError('INVALID_RESPONSE', {
    message: `The response contains no list: neither an array nor an object with ${names.join(', ')}.`,
    status,
  });
}

function readSummary(item: unknown, index: number, status: number): AgentSummary {
  if (!isJsonObject(item)) throw notAnAgent(index, status);
  const { score, ...members } = flatten(item);
  const { id } = members;
  if (typeof id !== 'string') throw notAnAgent(index, status);
  const capabilities = Array.isArray(members.capabilities) ? members.capabilities : [];
  return {
    ...members,
    id,
    name: typeof members.name === 'string' ? members.name : id,
    description: typeof members.description === 'string' ? members.description : '',
    capabilities: capabilities.filter((label): label is string => typeof label === 'string'),
    ...(typeof score === 'number' && Number.isFinite(score) ? { score } : {}),
  } as AgentSummary;
}

/** Some registries nest the metadata; it is lifted only where the hit itself lacks the member. */
function flatten(item: Record<string, unknown>): Record<string, unknown> {
  for (const name of ['metadata', 'agent']) {
    const nested = item[name];
    if (Object.hasOwn(item, name) && isJsonObject(nested) && typeof nested.name === 'string') {
      const { [name]: _, ...own } = item;
      return { ...nested, ...own };
    }
  }
  return item;
}

function notAnAgent(index: number, status: number) {
  return clientError('INVALID_RESPONSE', {
    message: `Item ${index} of the list is not a service: it has no id.`,
    status,
  });
}

function headerNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
