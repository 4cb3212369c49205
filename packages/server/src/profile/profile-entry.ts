/** How an entry stands with the Agent-Friendly Profile, by its description and through this gateway; kept per version. */
import type { StoredEntry } from '@dragoman/core/engine';
import { repairsAtWork } from '@dragoman/core/engine';
import type { ApiProfile } from '@dragoman/lint';
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { createBoundedCache, Failure } from '@dragoman/model';
import { describeUpstream } from './describe-upstream.js';
import type { Judge, Judgement } from './judge.js';

/** A judgement, and what it rests on: what the entry keeps, or the description itself. */
export interface EntryProfile {
  basis: 'entry' | 'description';
  profile: ApiProfile;
}

/** Judges entries. */
export interface Profiles {
  /** By what the entry keeps of its description. */
  ofEntry(stored: StoredEntry): Promise<EntryProfile>;
  /** By the description that somebody has at hand; `INVALID_INPUT` when rules cannot read it. */
  ofDescription(stored: StoredEntry, document: JsonObject): Promise<EntryProfile>;
}

/** Judgements that are kept; each belongs to one state of one entry. */
const mostKept = 64;

/** Makes the judge of entries; who asks for what is being judged waits for the same judgement. */
export function createProfiles(judge: Judge): Profiles {
  const kept = createBoundedCache<string, Promise<EntryProfile>>({ entries: mostKept });
  return {
    ofEntry(stored) {
      const name = `${stored.seq} ${stored.entry.id}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const made = judgeEntry(judge, stored.entry);
      kept.set(name, made);
      made.catch(() => kept.delete(name));
      return made;
    },
    async ofDescription({ entry }, document) {
      const known = new Map(entry.operations.flatMap((each) => namesOf(each).map((name) => [name, each] as const)));
      const judgement = { document, atWork: atWork(entry, known), unseen: [] };
      return { basis: 'description', profile: readable(await judge(judgement)) };
    },
  };
}

async function judgeEntry(judge: Judge, entry: Entry): Promise<EntryProfile> {
  const { document, operations, unseen } = describeUpstream(entry);
  return { basis: 'entry', profile: readable(await judge({ document, atWork: atWork(entry, operations), unseen })) };
}

function atWork(entry: Entry, operations: ReadonlyMap<string, Operation>): Judgement['atWork'] {
  return Object.fromEntries([...operations].map(([id, operation]) => [id, repairsAtWork(entry, operation)]));
}

/** Under which a description may know an operation. */
function namesOf({ name, binding }: Operation): string[] {
  if (binding.kind === 'http' && binding.operationId !== undefined) return [binding.operationId, name];
  return binding.kind === 'mcp' ? [binding.tool, name] : [name];
}

function readable(profile: ApiProfile | undefined): ApiProfile {
  if (profile !== undefined) return profile;
  const detail = 'is neither OpenAPI 3.x nor a list of tools';
  throw new Failure('INVALID_INPUT', {
    message: 'The description cannot be judged.',
    fieldErrors: [{ field: 'document', pointer: '/document', code: 'profile/unreadable', detail }],
  });
}
