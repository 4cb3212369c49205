/** The request of the page: read from the address, sent to the server, and written as a command. */
import type { ResolveIntent } from '@dragoman/sdk';
import type { SearchState } from '../../components/use-search-state.js';
import { listOf, textOf } from '../../components/use-search-state.js';

/** Impacts that a policy can allow at most. */
export const impacts = ['informational', 'reversible', 'irreversible'] as const;

/** What the page asks. */
export interface FindRequest {
  text: string;
  /** Impact that a call may have at most; undefined: any. */
  maxImpact: (typeof impacts)[number] | undefined;
  verifiedOnly: boolean;
  certifiedOnly: boolean;
  /** Ids of services to exclude. */
  denied: readonly string[];
  /** Names of inputs that the caller can provide. */
  holds: readonly string[];
}

/** Candidates per decision. */
const top = 8;

/** The request in the search parameters of the address. */
export function readFindRequest(search: SearchState): FindRequest {
  const impact = textOf(search.impact);
  return {
    text: textOf(search.q).trim(),
    maxImpact: impacts.find((each) => each === impact),
    verifiedOnly: textOf(search.verified) === 'yes',
    certifiedOnly: textOf(search.certified) === 'yes',
    denied: listOf(search.deny),
    holds: readNames(textOf(search.holds)),
  };
}

/** Names that a person typed, separated by commas or spaces. */
export function readNames(text: string): string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}

/** The body of the resolution. */
export function toIntent({ text, maxImpact, verifiedOnly, certifiedOnly, denied, holds }: FindRequest): ResolveIntent {
  const policy = {
    ...(maxImpact === undefined ? {} : { max_impact: maxImpact }),
    ...(verifiedOnly ? { verified_only: true } : {}),
    ...(certifiedOnly ? { certified_only: true } : {}),
    ...(denied.length === 0 ? {} : { denied }),
  };
  return {
    intent: text,
    ...(holds.length === 0 ? {} : { context: { holds } }),
    ...(Object.keys(policy).length === 0 ? {} : { policy }),
    top,
    explain: true,
  };
}

/** The words of the command that asks the same. */
export function toCommandWords({ text, maxImpact, verifiedOnly, certifiedOnly, denied, holds }: FindRequest): string[] {
  return [
    'resolve',
    text,
    '--why',
    ...(maxImpact === undefined ? [] : ['--max-impact', maxImpact]),
    ...(verifiedOnly ? ['--verified'] : []),
    ...(certifiedOnly ? ['--certified'] : []),
    ...denied.flatMap((id) => ['--deny', id]),
    ...holds.flatMap((name) => ['--holds', name]),
  ];
}
