/** Probes the test API in-process, without real waiting. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import type { Check } from './check.js';
import { type DocumentProbeOptions, probeDocument } from './probe-document.js';
import type { ProbeReport } from './report-probe.js';
import { taskDescription } from './task-description.support.js';
import type { ProbeFetch } from './throttled-client.js';

/** Base URL of the test API. */
export const base = new URL('https://tasks.example');

/** All writes of the test API. */
export const allWrites = [
  'task_create',
  'task_update',
  'task_delete',
  'tasks_create_batch',
  'export_start',
  'export_cancel',
  'export_delete',
];

/** Overrides of the default test probe: reads only, every check. */
export interface TestProbe extends Omit<Partial<DocumentProbeOptions>, 'ports' | 'checks'> {
  document?: JsonObject;
  checks?: readonly Check[];
  signal?: AbortSignal;
  /** Requested sleep times in milliseconds, in order. */
  slept?: number[];
}

/** Header in which the test API reports the duration of a response in milliseconds. */
export const tookHeader = 'x-took';

/** Probes; time advances only by sleeping and by reported durations. */
export function probeWith(fetch: ProbeFetch, options: TestProbe = {}): Promise<ProbeReport> {
  const { document = taskDescription, signal = new AbortController().signal, slept = [], ...rest } = options;
  let time = Date.parse('2026-01-02T03:04:05Z');
  return probeDocument(new TextEncoder().encode(JSON.stringify(document)), {
    base,
    ...rest,
    ports: {
      async fetch(input, init) {
        const response = await fetch(input, init);
        time += Number(response.headers.get(tookHeader) ?? 0);
        return response;
      },
      now: () => time,
      async sleep(milliseconds) {
        slept.push(milliseconds);
        time += milliseconds;
      },
      newId: randomUUID,
      signal,
    },
  });
}

/** True for the documents that a probe also looks for at the root of the origin. */
export function isRootDocument(path: string): boolean {
  return /^\/(?:\.well-known\/api-catalog|openapi\.(?:json|yaml)|swagger\.json|v3\/api-docs|llms\.txt)$/.test(path);
}

/** The result of one check. */
export function lineOf(report: ProbeReport, id: string) {
  return report.checks.find((each) => each.id === id);
}

/** Failed checks as `check: message`, in order. */
export function failuresOf({ findings }: ProbeReport): string[] {
  return findings.map(({ rule, message }) => `${rule}: ${message}`);
}
