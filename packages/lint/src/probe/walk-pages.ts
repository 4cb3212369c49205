/** Follows the continuation of a list page by page, exactly as given. */
import type { JsonValue } from '@dragoman/model';
import type { Call } from './call.js';
import type { Probe } from './check.js';
import type { Exchange } from './exchange.js';
import { isSuccess, outcomeOf } from './exchange.js';
import { continuationOf, itemsIn, markOf } from './read-page.js';

/** The result of a walk. */
export interface Walk {
  pages: readonly Exchange[];
  /** The identities of the items, in order. */
  marks: readonly string[];
  /** True when the last page named no continuation. */
  ended: boolean;
  /** Why the walk could not continue. */
  fault?: string;
}

/** Walk options. */
export interface WalkOptions {
  most: number;
  /** Called once, after the first page. */
  between?: () => Promise<void>;
}

/** Walks from the first page; ends at the last page, at a repeated page, or at the page limit. */
export async function walkPages(probe: Probe, call: Call, { most, between }: WalkOptions): Promise<Walk> {
  const { api, base } = probe;
  const pages = [await probe.call(call)];
  const marks: string[] = [];
  const asked = new Set<string>();
  for (;;) {
    const page = pages.at(-1) as Exchange;
    const items: JsonValue[] | undefined = itemsIn(api, call.operation, page);
    const state = { pages, marks, ended: false };
    if (!isSuccess(page)) return { ...state, fault: `the continuation returned ${outcomeOf(page)}` };
    if (items === undefined) return { ...state, fault: 'the next page has another shape' };
    // Without a spread, whose length the call stack limits.
    for (const item of items) marks.push(markOf(item));
    const next = continuationOf({ api, base, call, exchange: page });
    if (next.kind === 'none') return { ...state, ended: true };
    if (pages.length >= most) return state;
    if (next.kind === 'unusable') return { ...state, fault: `the continuation is unusable: ${next.said}` };
    const key = JSON.stringify(next.request);
    if (asked.has(key)) return { ...state, fault: 'the continuation points back to an earlier page' };
    asked.add(key);
    if (pages.length === 1) await between?.();
    pages.push(await probe.send(next.request));
  }
}
