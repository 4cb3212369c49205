/**
 * Decisions on updates. Each is sent with the version of the toolset that the person saw; when somebody else has changed it
 * since, nothing is written until the person has seen that change and decides again.
 */
import type { StoredToolset, ToolsetVersion } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useToasts } from '../../components/toast.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import type { PlacedUpdate } from './group-updates.js';

/** A decision on one toolset. */
export interface Decision {
  toolset: PlacedUpdate['toolset'];
  /** What was done, in one sentence. */
  done: string;
  run: (ifMatch: string) => Promise<StoredToolset>;
}

/** A decision that was made, and can be taken back. */
export interface MadeDecision extends Decision {
  before: number;
  after: number;
}

/** A decision that met a change by somebody else. */
export interface Conflict {
  decision: Decision;
  /** What was stored since the person read the toolset. */
  versions: ToolsetVersion[];
  current: number;
}

/** The decisions of this page. */
export interface Decisions {
  isBusy: boolean;
  made: readonly MadeDecision[];
  conflict: Conflict | undefined;
  decide: (decisions: readonly Decision[]) => Promise<void>;
  /** Decides again on the toolset as it is now. */
  decideAgain: () => Promise<void>;
  dropConflict: () => void;
  undo: (decision: MadeDecision) => Promise<void>;
}

const tagOf = (version: number) => `"d${version}"`;

/** Creates the decisions. */
export function useDecisions(): Decisions {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<readonly MadeDecision[]>([]);
  const [conflict, setConflict] = useState<Conflict>();
  const refresh = () =>
    Promise.all(['updates', 'toolsets', 'inbox'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toasts.show(explainError(error).detail, 'bad');
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  const decideOne = async (decision: Decision) => {
    const { id, version: before } = decision.toolset;
    try {
      const { toolset } = await decision.run(tagOf(before));
      setMade((all) => [{ ...decision, before, after: toolset.version }, ...all].slice(0, 20));
    } catch (error) {
      if (!isDragomanError(error) || error.status !== 412) throw error;
      const versions: ToolsetVersion[] = [];
      for await (const each of client.toolsets.versions(id)) {
        if (each.version <= before || versions.length >= 50) break;
        versions.push(each);
      }
      setConflict({ decision, versions, current: versions[0]?.version ?? before });
    }
  };
  return {
    isBusy,
    made,
    conflict,
    decide: (decisions) =>
      during(async () => {
        for (const decision of decisions) await decideOne(decision);
      }),
    decideAgain: () =>
      during(async () => {
        if (conflict === undefined) return;
        const { decision, current } = conflict;
        setConflict(undefined);
        await decideOne({ ...decision, toolset: { ...decision.toolset, version: current } });
      }),
    dropConflict: () => setConflict(undefined),
    undo: (decision) =>
      during(async () => {
        const { toolset, before, after } = decision;
        const { toolset: stored } = await client.toolsets.rollBack(toolset.id, before, { ifMatch: tagOf(after) });
        setMade((all) => all.filter((each) => each !== decision));
        toasts.show(`Version ${before} was restored as version ${stored.version}.`, 'good');
      }),
  };
}
