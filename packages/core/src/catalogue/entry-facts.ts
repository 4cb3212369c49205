/** What a list of services shows of an entry besides its summary. */
import type { Entry, EntryStatus, Protocol } from '@dragoman/model';
import { originsOf } from '../documents/binding-origin.js';
import { lookAlikesOf } from './look-alikes/find-look-alikes.js';

/** Facts about an entry that are shown without reading it. */
export interface EntryFacts {
  /** Protocol of its description. */
  protocol: Protocol;
  /** Number of operations. */
  operations: number;
  status: EntryStatus;
  /** Kind of credential that the upstream requires; absent when it requires none or does not name it. */
  authentication?: string;
  /** Kinds of credentials without which some of its operations cannot be called, at most eight; absent without any. */
  operationAuthentication?: string[];
  /** Origins at which it is called, at most eight. */
  origins: string[];
  /** URL that its description was fetched from; absent when it was uploaded. */
  uri?: string;
  /** When its description was read; RFC 3339, UTC. */
  readAt: string;
  /** Number of similarities to other services, and of its texts that contain instructions. */
  findings: number;
  /** True while calls are held until an administrator accepts the findings. */
  held: boolean;
  /** Number of texts that look like instructions to a model and are not shown to models. */
  heldTexts: number;
}

/** Origins that are kept. */
const maxOrigins = 8;
/** Kinds of credentials that are kept. */
const maxKinds = 8;

/** Kinds of credentials without which operations cannot be called, whatever the service as a whole requires. */
export function operationAuthentication({ operations }: Pick<Entry, 'operations'>): string[] {
  const kinds = new Set<string>();
  for (const { binding } of operations) {
    const alternatives = binding.kind === 'http' ? (binding.security ?? []) : [];
    if (alternatives.some((demands) => demands.length === 0)) continue;
    for (const { type } of alternatives.flat()) if (kinds.size < maxKinds) kinds.add(type);
  }
  return [...kinds];
}

/** The facts of an entry. */
export function entryFacts(entry: Entry): EntryFacts {
  const { findings, held } = lookAlikesOf(entry);
  const { type } = entry.authentication ?? {};
  const { protocol, uri, at } = entry.origin;
  const kinds = operationAuthentication(entry);
  return {
    protocol,
    operations: entry.operations.length,
    status: entry.status,
    ...(type === undefined ? {} : { authentication: type }),
    ...(kinds.length === 0 ? {} : { operationAuthentication: kinds }),
    origins: originsOf(entry).slice(0, maxOrigins),
    ...(uri === undefined ? {} : { uri }),
    readAt: at,
    findings: findings.length,
    held,
    heldTexts: entry.heldTexts ?? 0,
  };
}
