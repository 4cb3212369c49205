/**
 * What a service requires and what stored credentials are good for: for people who add, replace or remove one. Nothing
 * here contains a secret.
 */
import type { Entry, HttpCredentialDemand, Operation } from '@dragoman/model';
import type { OpenedCredential } from './credential-cache.js';
import type { CredentialSecret } from './credential-content.js';
import { areSentTo, chooseFor, demandOf, signatureDemand } from './credential-provider.js';
import { alternativesOf } from './meet-demands.js';

/** A credential that operations of a service accept, in the words of its description. */
export interface AcceptedCredential {
  /** `api_key`, `oauth2_bearer`, `basic`, `mtls`, or another value of the description. */
  type: string;
  in?: 'header' | 'query' | 'cookie';
  /** Name of the header, parameter or cookie. */
  name?: string;
  /** Number of operations that accept it. */
  operations: number;
  /** Number of them that cannot be called with what is stored. */
  missing: number;
}

/** How many operations require a credential, and how many of them can be called with what is stored. */
export interface CallableOperations {
  requiring: number;
  callable: number;
}

/** Maximum number of different credentials that are listed, and of characters of a text of the description. */
const limits = { accepted: 20, text: 100 };

/** The credentials that the operations accept, those of most operations first. */
export function acceptedCredentials(entry: Entry, usable: readonly OpenedCredential[]): AcceptedCredential[] {
  const found = new Map<string, AcceptedCredential>();
  for (const operation of entry.operations) {
    const demand = requiredBy(entry, operation);
    if (demand === undefined) continue;
    const missing = isCallable(usable, operation, demand) ? 0 : 1;
    for (const each of distinct(alternativesOf(operation)?.flat() ?? [{ type: demand }])) {
      const key = JSON.stringify([each.type, each.in, each.name]);
      const known = found.get(key) ?? { ...each, operations: 0, missing: 0 };
      found.set(key, { ...known, operations: known.operations + 1, missing: known.missing + missing });
    }
  }
  return [...found.values()].sort((one, other) => other.operations - one.operations).slice(0, limits.accepted);
}

/** Counts the operations that can be called with these credentials. */
export function countCallable(entry: Entry, usable: readonly OpenedCredential[]): CallableOperations {
  const counts = { requiring: 0, callable: 0 };
  for (const operation of entry.operations) {
    const demand = requiredBy(entry, operation);
    if (demand === undefined) continue;
    counts.requiring += 1;
    if (isCallable(usable, operation, demand)) counts.callable += 1;
  }
  return counts;
}

/** Where the secret is in a request. */
export function placeOf(secret: CredentialSecret): string {
  if (secret.kind === 'mtls') return 'client certificate';
  if (secret.kind !== 'api_key') return 'header Authorization';
  return secret.in === 'query' ? `query parameter ${secret.name}` : `${secret.in} ${secret.name}`;
}

/** What the operation requires; undefined when it can be called without a stored credential. */
function requiredBy(entry: Entry, operation: Operation): string | undefined {
  const demand = demandOf(entry, operation);
  return demand === 'none' || demand === signatureDemand ? undefined : demand;
}

function isCallable(usable: readonly OpenedCredential[], operation: Operation, demand: string): boolean {
  const { chosen } = chooseFor(usable, operation, demand);
  return chosen.length > 0 && areSentTo(chosen, operation);
}

type Named = Pick<HttpCredentialDemand, 'type' | 'in' | 'name'>;

/** Each once, however many alternatives of an operation contain it. */
function distinct(demands: readonly Named[]): Named[] {
  const found = new Map<string, Named>();
  for (const { type, in: place, name } of demands) {
    const shown: Named = {
      type: type.slice(0, limits.text),
      ...(place === undefined ? {} : { in: place }),
      ...(name === undefined ? {} : { name: name.slice(0, limits.text) }),
    };
    found.set(JSON.stringify(shown), shown);
  }
  return [...found.values()];
}
