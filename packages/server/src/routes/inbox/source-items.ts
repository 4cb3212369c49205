/** Sources whose changes wait for a decision, and sources that cannot be read. */
import type { Caller, SourceRecord, Store } from '@dragoman/core/engine';
import type { InboxItem } from '@dragoman/model';
import { inboxLimits } from './inbox-order.js';

/** From this many consecutive failures on, a failing source is an error. */
const lastingFailures = 3;

/** The items of the sources that the caller owns; of all sources for administrators. */
export async function findSourceItems({ sources }: Pick<Store, 'sources'>, caller: Caller): Promise<InboxItem[]> {
  const isAdmin = caller.scopes.includes('admin');
  const own = (await sources.list()).filter(({ owner }) => isAdmin || owner === caller.subject);
  return [
    ...own.flatMap(heldItem).slice(0, inboxLimits.items),
    ...own.flatMap(failingItem).slice(0, inboxLimits.items),
  ];
}

function heldItem({ id, url, name, held, entryIds }: SourceRecord): InboxItem[] {
  if (held === undefined || held.refused === true) return [];
  return [
    {
      id: `source_held:${id}`,
      kind: 'source_held',
      severity: 'warning',
      title: `${name ?? url} has changed; the changes wait for your decision.`,
      detail: cut(held.changes.map(({ message }) => message).join('\n')),
      since: held.since,
      count: held.changes.length,
      source: id,
      ...agentOf(entryIds),
    },
  ];
}

function failingItem({ id, url, name, failures, entryIds, ...rest }: SourceRecord): InboxItem[] {
  if (failures === 0) return [];
  const { lastError, lastOutcome, lastSuccessAt, createdAt } = rest;
  return [
    {
      id: `source_failing:${id}`,
      kind: 'source_failing',
      severity: failures >= lastingFailures ? 'error' : 'warning',
      title: `${name ?? url} could not be read ${failures === 1 ? 'once' : `${failures} times in a row`}.`,
      detail: cut(lastError ?? lastOutcome ?? ''),
      since: lastSuccessAt ?? createdAt,
      count: failures,
      source: id,
      ...agentOf(entryIds),
    },
  ];
}

function agentOf([agent, second]: readonly string[]): Pick<InboxItem, 'agent'> {
  return agent === undefined || second !== undefined ? {} : { agent };
}

function cut(text: string): string {
  return text.slice(0, inboxLimits.detail);
}
