/** Marker texts that the probe stores as a user would, to check which responses return them. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api } from '../api/api.js';
import { enumOf, isType } from '../api/schema-facts.js';
import { freeTextNames } from '../api/user-texts.js';
import { plainName } from '../api/words.js';
import { buildCall } from './build-call.js';
import { type Call, withMembers } from './call.js';
import type { Probe } from './check.js';
import { callOnItem, createdId, itemOperation } from './created-resources.js';
import type { Exchange } from './exchange.js';
import { isSuccess } from './exchange.js';
import { listArguments } from './read-arguments.js';
import { withControl } from './write-controls.js';

/** One resource with marker texts, and every response that may return them. */
export interface MarkedResource {
  call: Call;
  /** Part of every stored text. */
  marker: string;
  /** Normalized names of the fields that received a marker. */
  fields: readonly string[];
  made: Exchange;
  /** The resource as read; absent when no read returns it. */
  read?: { call: Call; exchange: Exchange };
}

const labels = ['title', 'label', 'summary'];
const texts = ['description', 'text', 'notes', 'details', 'comments'];

/** True for a field whose text an agent must be able to distinguish from the API's own content. */
export function isUserText(name: string): boolean {
  return freeTextNames.has(plainName(name)) || texts.includes(plainName(name));
}

/** Creates resources with marker texts, one per allowed write; called through `probe.once`. */
export async function storeMarkers(probe: Probe): Promise<MarkedResource[]> {
  const stored: MarkedResource[] = [];
  const makers = probe.writes.filter(({ operation: { method, kinds } }) => method === 'post' && !kinds.slow);
  for (const call of makers) {
    const marker = `Probe text ${probe.newId().slice(0, 8)}`;
    const members = markedMembers(probe.api, call, marker);
    const fields = Object.keys(members);
    if (fields.length === 0 || stored.length >= probe.breadth) continue;
    const made = await probe.call(withMembers(probe.vary(call), members));
    const read = isSuccess(made) ? await readResource(probe, call, made) : undefined;
    stored.push({ call, marker, fields, made, ...(read === undefined ? {} : { read }) });
  }
  return stored;
}

function markedMembers(api: Api, { operation, body }: Call, marker: string): JsonObject {
  if (operation.input === undefined || !isJsonObject(body)) return {};
  const members = [...api.properties(operation.input)].filter(
    ([name, { schema }]) => (isUserText(name) || labels.includes(plainName(name))) && takesAnyText(schema),
  );
  return Object.fromEntries(members.map(([name]) => [name, `${marker} for ${name}`]));
}

/** True for a string of 60 characters or more without a prescribed format. */
function takesAnyText(schema: JsonObject): boolean {
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : 1_000;
  const formed = ['enum', 'const', 'format', 'pattern'].some((keyword) => schema[keyword] !== undefined);
  return isType(schema, 'string') && most >= 60 && !formed;
}

async function readResource(probe: Probe, call: Call, made: Exchange): Promise<MarkedResource['read']> {
  const { api, newId } = probe;
  const operation = itemOperation(api, call.operation, 'get');
  const built = operation === undefined ? 'none' : buildCall(operation, { api, newId, known: () => createdId(made) });
  if (operation === undefined || typeof built === 'string') return undefined;
  const on = callOnItem(operation, { call, id: createdId(made) }, built);
  if (on === undefined) return undefined;
  const whole = withWholeForm(api, on);
  return { call: whole, exchange: await probe.call(whole) };
}

/** The concise form may omit texts. */
function withWholeForm(api: Api, call: Call): Call {
  const found = listArguments(api, call.operation).find(({ schema }) => enumOf(schema)?.includes('detailed') === true);
  return found === undefined ? call : withControl(call, found, 'detailed');
}
