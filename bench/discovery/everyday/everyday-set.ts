/** The everyday set: invented services with near twins, and requests in everyday wording. Our own, not of the corpus. */
import { readFileSync } from 'node:fs';
import type { StoredEntry } from '@dragoman/core/engine';
import type { Impact, JsonObject, Operation } from '@dragoman/model';
import { parse } from 'yaml';
import { makeEntry, makeOperation, makeStored } from '../../entries.js';

/** Development: for tuning. Kept: only for measuring. */
export type Half = 'development' | 'kept';

/** What a request asks for. */
export type RequestKind = 'worded' | 'plain' | 'twins' | 'nothing' | 'opposite' | 'steps';

/** A request of the set. */
export interface EverydayRequest {
  kind: RequestKind;
  text: string;
  half: Half;
  /** `service.operation`, the right ones; for `opposite`, the one that must not be found. */
  operations: string[];
}

/** The whole set. */
export interface EverydaySet {
  services: StoredEntry[];
  requests: EverydayRequest[];
}

interface ServiceRow {
  id: string;
  half: Half;
  name: string;
  description: string;
  operations: Record<string, { summary: string; inputs: string; impact: Impact }>;
}

type ByOperations = Record<string, string[]>;
interface RequestRows extends Record<Exclude<RequestKind, 'nothing'>, ByOperations> {
  nothing: Record<Half, string[]>;
}

function readYaml(file: string): unknown {
  return parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

function toOperation(name: string, { summary, inputs, impact }: ServiceRow['operations'][string]): Operation {
  const names = inputs.split(' ').map((input) => input.replace('*', ''));
  const required = inputs.split(' ').flatMap((input) => (input.endsWith('*') ? [input.slice(0, -1)] : []));
  const properties: JsonObject = Object.fromEntries(names.map((input) => [input, { type: 'string' }]));
  return { ...makeOperation(name, []), summary, impact, input: { type: 'object', properties, required } };
}

/** Reads the set. */
export function readEverydaySet(): EverydaySet {
  const rows = readYaml('./services.yaml') as ServiceRow[];
  const services = rows.map(({ id, name, description, operations }, at) => {
    const list = Object.entries(operations).map(([operation, row]) => toOperation(operation, row));
    return makeStored(makeEntry(id, { name, description, operations: list }), at + 1);
  });
  const halves = new Map(rows.map(({ id, half }) => [id, half]));
  const halfOf = (operations: readonly string[]): Half =>
    operations.every((each) => halves.get(each.split('.')[0] ?? '') === 'development') ? 'development' : 'kept';
  const { nothing, ...others } = readYaml('./requests.yaml') as RequestRows;
  const requests = Object.entries(others).flatMap(([kind, byOperations]) =>
    Object.entries(byOperations).flatMap(([key, texts]) => {
      const operations = key.split(' ');
      return texts.map((text) => ({ kind: kind as RequestKind, text, half: halfOf(operations), operations }));
    }),
  );
  for (const half of ['development', 'kept'] as const)
    for (const text of nothing[half]) requests.push({ kind: 'nothing', text, half, operations: [] });
  return { services, requests };
}
