/** Generated sentences for descriptions that have none; always marked for review. */
import type { VerbFamily } from '@dragoman/agis';
import type { Impact } from '@dragoman/model';

/** `NOTIFY` → `Notifies`. */
export function thirdPerson(method: string): string {
  const verb = method.toLowerCase();
  const said = verb.charAt(0).toUpperCase() + verb.slice(1);
  if (/[^aeiou]y$/.test(verb)) return `${said.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${said}es` : `${said}s`;
}

/** The subject of a path in words: `/delivery-slot/{id}` → `delivery slot`. */
export function nounOf(path: string): string {
  const literal = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  return (literal.at(-1) ?? 'resource').replaceAll('-', ' ');
}

/** An intent derived from method and path only. */
export function draftIntent(method: string, path: string): string {
  return `${thirdPerson(method)} the ${nounOf(path)} that the agent asks for`;
}

/** A post-condition that can be verified. */
export function draftOutcome(path: string, family: VerbFamily | undefined): string {
  const noun = nounOf(path);
  return outcomes[family ?? 'run'](noun);
}

const outcomes: Readonly<Record<VerbFamily, (noun: string) => string>> = {
  create: (noun) => `A ${noun} record exists as requested`,
  change: (noun) => `The ${noun} record has the requested values`,
  end: (noun) => `The ${noun} record is no longer in force`,
  send: (noun) => `The ${noun} record is marked as sent`,
  run: (noun) => `The result of the ${noun} request is returned`,
  find: (noun) => `A list of matching ${noun} records is returned`,
  read: (noun) => `The requested ${noun} record is returned`,
  analyse: (noun) => `The computed result for the ${noun} is returned`,
};

/** The capability of a family of verbs (§6.2). */
export const familyCapability: Readonly<Record<VerbFamily, string | undefined>> = Object.freeze({
  create: 'transaction',
  change: 'modification',
  end: 'transaction',
  send: 'notification',
  run: undefined,
  find: 'discovery',
  read: 'retrieval',
  analyse: 'analysis',
});

const readingCapabilities: ReadonlySet<string> = new Set(['discovery', 'retrieval', 'analysis']);

/** The capability, or the nearest one that agrees with the impact: what only reads is no transaction, and the reverse. */
export function agreeingCapability(capability: string | undefined, impact: Impact | undefined): string | undefined {
  if (capability === undefined || impact === undefined) return capability;
  const reads = impact === 'informational';
  if (readingCapabilities.has(capability) === reads) return capability;
  return reads ? 'retrieval' : impact === 'irreversible' ? 'transaction' : 'modification';
}
