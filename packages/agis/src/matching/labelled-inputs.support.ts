/** Labeled requests for real operations: which inputs each request gives, and how many of them are read. */
import { readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Words } from '../words/words.js';
import { fillParameters } from './fill-parameters.js';
import { labeledSituation } from './labelled-instructions.support.js';
import { readSlots } from './parameter-slots.js';
import { readInstruction } from './read-instruction.js';
import type { MappedEndpoint } from './service-map.js';
import { createSynonyms } from './synonyms.js';
import { dayIn } from './time-zone.js';

interface LabelledInputs {
  operation: string;
  request: string;
  inputs: JsonObject;
}

interface RealOperation {
  origin: string;
  summary: string;
  input: JsonObject;
}

/** How the inputs of a list were read; every leaf of an object counts. */
export interface InputsRecord {
  requests: number;
  /** Inputs in the requests. */
  wanted: number;
  /** Inputs that were read, and those that are right. */
  read: number;
  right: number;
}

/** Reads the inputs of every request of a list. */
export function measureInputs(part: 'develop' | 'heldout', words: Words): InputsRecord {
  const operations = readJson('inputs.operations.json') as unknown as Record<string, RealOperation>;
  const list = readJson(`inputs.${part}.json`) as unknown as LabelledInputs[];
  const record: InputsRecord = { requests: list.length, wanted: 0, read: 0, right: 0 };
  for (const { operation, request, inputs } of list) {
    const real = operations[operation];
    if (real === undefined) throw new Error(`no operation ${operation}`);
    const wanted = leavesOf(inputs);
    const read = leavesOf(readInputs(request, toEndpoint(operation, real), words));
    record.wanted += wanted.size;
    record.read += read.size;
    record.right += [...read].filter(([name, value]) => wanted.get(name) === value).length;
  }
  return record;
}

/** The inputs of an operation in a request. */
export function readInputs(request: string, endpoint: MappedEndpoint, words: Words): JsonObject {
  const { now, timeZone } = labeledSituation;
  const instruction = readInstruction(request, dayIn(timeZone, now), { words, synonyms: createSynonyms() });
  return fillParameters(endpoint, readSlots(endpoint, words), instruction, { words, timeZone }).arguments;
}

/** An operation as matching sees it. */
export function toEndpoint(
  label: string,
  { summary, input }: Pick<RealOperation, 'summary' | 'input'>,
): MappedEndpoint {
  const reads = /^(?:list|get|search|find|returns|fetch|road|hotel)/i.test(summary);
  const service = { service: 'Fixture', agtp: '', namespace: 'fixture', verbs: [], negotiable: false, classes: [] };
  return {
    service,
    method: 'CALL',
    path: '',
    label,
    intent: summary,
    outcome: '',
    actor: 'agent',
    idempotent: reads,
    impact: reads ? 'informational' : 'reversible',
    hints: new Map(),
    transitions: {},
    input,
    output: {},
    withheld: false,
  };
}

function leavesOf(value: JsonObject, prefix = ''): Map<string, string> {
  const leaves = Object.entries(value).flatMap(([name, inner]): [string, string][] =>
    isJsonObject(inner) ? [...leavesOf(inner, `${prefix}${name}.`)] : [[`${prefix}${name}`, shown(inner)]],
  );
  return new Map(leaves);
}

function shown(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readJson(name: string): JsonValue {
  return JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')) as JsonValue;
}
