/** Follows the continuation of a list, page by page, exactly as it was given. */
import type { JsonValue } from '@dragoman/model';
import type { Call } from './call.js';
import type { Probe } from './check.js';
import type { Exchange } from './exchange.js';
import { isSuccess, outcomeOf } from './exchange.js';
import { continuationOf, itemsIn, markOf } from './read-page.js';

/** What a walk met. */
export interface Walk {
  pages: readonly Exchange[];
  /** What tells the items apart, in the order in which they came. */
  marks: readonly string[];
  /** True when the last page named no other. */
  ended: boolean;
  /** Why it could not go on. */
  fault?: string;
}

/** How a walk goes. */
export interface WalkOptions {
  most: number;
  /** Happens once, after the first page. */
  between?: () => Promise<void>;
}

/** Walks from a first page on; ends at the last page, at a page that was seen, and after so many pages. */
export async function walkPages(probe: Probe, call: Call, { most, between }: WalkOptions): Promise<Walk> {
  const { api, base } = probe;
  const pages = [await probe.call(call)];
  const marks: string[] = [];
  const asked = new Set<string>();
  for (;;) {
    const page = pages.at(-1) as Exchange;
    const items: JsonValue[] | undefined = itemsIn(api, call.operation, page);
    const state = { pages, marks, ended: false };
    if (!isSuccess(page)) return { ...state, fault: `the continuation is answered with ${outcomeOf(page)}` };
    if (items === undefined) return { ...state, fault: 'the next page has another shape' };
    marks.push(...items.map(markOf));
    const next = continuationOf({ api, base, call, exchange: page });
    if (next.kind === 'none') return { ...state, ended: true };
    if (pages.length >= most) return state;
    if (next.kind === 'unusable') return { ...state, fault: `the continuation cannot be used: ${next.said}` };
    const key = JSON.stringify(next.request);
    if (asked.has(key)) return { ...state, fault: 'the continuation leads back to a page that was seen' };
    asked.add(key);
    if (pages.length === 1) await between?.();
    pages.push(await probe.send(next.request));
  }
}
