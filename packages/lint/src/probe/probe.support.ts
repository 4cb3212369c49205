/** Probes the small API in-process, without waiting for anything. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import type { Check } from './check.js';
import type { ProbeFetch } from './polite-client.js';
import { type DocumentProbeOptions, probeDocument } from './probe-document.js';
import type { ProbeReport } from './report-probe.js';
import { taskDescription } from './task-description.support.js';

/** Where the small API is said to be. */
export const base = new URL('https://tasks.example');

/** All writes of the small API. */
export const allWrites = [
  'task_create',
  'task_update',
  'task_delete',
  'tasks_create_batch',
  'export_start',
  'export_cancel',
  'export_delete',
];

/** How a probe of a test differs from the plain one: reads alone, every check. */
export interface TestProbe extends Omit<Partial<DocumentProbeOptions>, 'ports' | 'checks'> {
  document?: JsonObject;
  checks?: readonly Check[];
  signal?: AbortSignal;
  /** Milliseconds that were slept, in order. */
  slept?: number[];
}

/** Header by which the small API says how many milliseconds an answer took. */
export const tookHeader = 'x-took';

/** Probes; time passes only by sleeping, and by answers that say so. */
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

/** The line of one check. */
export function lineOf(report: ProbeReport, id: string) {
  return report.checks.find((each) => each.id === id);
}

/** What failed, as `check: message`, in order. */
export function failuresOf({ findings }: ProbeReport): string[] {
  return findings.map(({ rule, message }) => `${rule}: ${message}`);
}
