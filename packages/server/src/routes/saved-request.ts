/** Reads an item that a caller wants to save; secrets are removed, and large results are left out. */
import type { SavedKind } from '@dragoman/core/engine';
import { redactValue, type savedKinds } from '@dragoman/core/engine';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { fault, invalidBody, refuseUnknown } from './request-faults.js';

/** Kinds that callers save themselves. */
export const writableKinds = ['call', 'example', 'case'] as const satisfies readonly SavedKind[];

/** An item to save. */
export interface SavedRequest {
  kind: (typeof writableKinds)[number];
  agentId: string;
  operation: string;
  content: JsonObject;
}

/** Limits: characters of names and texts, and of the JSON of arguments and results. */
export const savedLimits = Object.freeze({ name: 512, text: 2000, arguments: 65_536, result: 65_536 });

/** Number of items of a kind that are kept for each caller, and for how many days. */
export const savedQuotas: Readonly<Record<(typeof savedKinds)[number], { items: number; days: number }>> =
  Object.freeze({
    call: { items: 200, days: 30 },
    example: { items: 500, days: 3650 },
    case: { items: 500, days: 3650 },
    evaluation: { items: 50, days: 365 },
  });

const members = [
  'kind',
  'agent',
  'operation',
  'name',
  'request',
  'arguments',
  'result',
  'outcome',
  'code',
  'ms',
  'trace',
];
const outcomes = ['done', 'refused', 'failed', 'unknown'];

/** Reads the body; throws `INVALID_INPUT` with all problems. */
export function readSavedRequest(body: JsonValue): SavedRequest {
  const faults: FieldError[] = [];
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object')]);
  refuseUnknown(body, members, '', faults);
  const wrong = (name: string, detail: string) => void faults.push(fault(name, `/${name}`, detail));
  const text = (name: string, longest: number): string | undefined => {
    const value = body[name];
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value.trim() !== '' && value.length <= longest) return value;
    wrong(name, `must be a string of 1 to ${longest} characters`);
    return undefined;
  };
  const kind = writableKinds.find((each) => each === body.kind);
  if (kind === undefined) wrong('kind', `must be one of ${writableKinds.join(', ')}`);
  const [agent, operation] = [text('agent', savedLimits.name), text('operation', savedLimits.name)];
  const request = text('request', savedLimits.text);
  if (kind !== 'case' && (agent === undefined || operation === undefined))
    wrong('operation', 'needs agent and operation');
  if (kind === 'case' && request === undefined) wrong('request', 'is required for a case: what a person would say');
  if ((agent === undefined) !== (operation === undefined)) wrong('agent', 'must be given together with operation');
  const content = {
    ...optional('name', text('name', savedLimits.name)),
    ...optional('request', request),
    ...readArguments(body, wrong),
    ...readResult(body),
    ...readOutcome(body, wrong),
    ...optional('code', text('code', 100)),
    ...optional('trace', text('trace', 64)),
  };
  if (faults.length > 0) throw invalidBody(faults);
  return { kind: kind ?? 'call', agentId: agent ?? '', operation: operation ?? '', content };
}

type Wrong = (name: string, detail: string) => void;

function optional(name: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

function readArguments({ arguments: given }: JsonObject, wrong: Wrong): JsonObject {
  if (given === undefined) return {};
  if (isJsonObject(given) && JSON.stringify(given).length <= savedLimits.arguments) {
    return { arguments: redactValue(given, []) };
  }
  wrong('arguments', `must be an object of at most ${savedLimits.arguments} characters as JSON`);
  return {};
}

/** A result that is too large is not kept, and the item says so. */
function readResult({ result }: JsonObject): JsonObject {
  if (result === undefined) return {};
  if (JSON.stringify(result).length > savedLimits.result) return { result_omitted: true };
  return { result: redactValue(result, []) };
}

function readOutcome({ outcome, ms }: JsonObject, wrong: Wrong): JsonObject {
  const isOutcome = outcome === undefined || outcomes.some((each) => each === outcome);
  if (!isOutcome) wrong('outcome', `must be one of ${outcomes.join(', ')}`);
  const isTime = ms === undefined || (typeof ms === 'number' && ms >= 0 && ms <= 86_400_000);
  if (!isTime) wrong('ms', 'must be a number from 0 to 86400000');
  return { ...optional('outcome', isOutcome ? outcome : undefined), ...optional('ms', isTime ? ms : undefined) };
}
