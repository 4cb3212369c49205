/** Two designers changed one toolset: both changes are kept, and where they contradict each other, ours counts and is named. */
import type { Draft, DraftTool } from './draft.js';
import { keyOf } from './draft.js';

/** The merged draft, and what both changed in different ways. */
export interface MergedDraft {
  draft: Draft;
  both: string[];
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Merges our draft with what somebody else has stored since we began with `base`. */
export function mergeDrafts(base: Draft, ours: Draft, theirs: Draft): MergedDraft {
  const both: string[] = [];
  const pick = <Value>(place: string, [was, our, their]: readonly [Value, Value, Value]): Value => {
    if (isSame(our, was)) return their;
    if (!isSame(their, was) && !isSame(our, their)) both.push(place);
    return our;
  };
  const [wasTools, ourTools, theirTools] = [base, ours, theirs].map(
    ({ tools }) => new Map(tools.map((tool) => [keyOf(tool), tool])),
  ) as [Map<string, DraftTool>, Map<string, DraftTool>, Map<string, DraftTool>];
  const tools = [...new Set([...ourTools.keys(), ...theirTools.keys()])].flatMap((key) => {
    const versions = [wasTools.get(key), ourTools.get(key), theirTools.get(key)] as const;
    const { vendorName = '', agent = '' } = versions.find((tool) => tool !== undefined) ?? {};
    return pick(`${vendorName} of ${agent}`, versions) ?? [];
  });
  const header = (member: 'name' | 'description' | 'visibility') =>
    [base[member], ours[member], theirs[member]] as const;
  const draft: Draft = {
    name: pick('name', header('name')),
    description: pick('description', header('description')),
    visibility: pick<Draft['visibility']>(
      'visibility',
      header('visibility') as readonly [Draft['visibility'], Draft['visibility'], Draft['visibility']],
    ),
    tools,
  };
  return { draft, both };
}
