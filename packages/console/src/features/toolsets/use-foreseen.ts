/** What the server would store for a draft, or why it would not: names, texts, schemas as models see them. */
import type { ForeseenToolset, Toolset } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { keepPreviousData, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useDelayed } from '../../components/use-delayed.js';
import { useClient } from '../../session/console-context.js';
import { type Draft, toRequest } from './draft.js';
import { type ExplainedFailure, explainFaults } from './draft-faults.js';

/** Milliseconds without a change after which the server is asked. */
const pauseMs = 300;

/** The foreseen toolset. */
export interface Foreseen {
  toolset: ForeseenToolset['toolset'] | undefined;
  /** Why the draft cannot be stored; undefined when it can, or when it is not known yet. */
  failure: ExplainedFailure | undefined;
  isCurrent: boolean;
}

/** Asks the server about a draft after each pause. */
export function useForeseen(id: string, draft: Draft, stored: Toolset): Foreseen {
  const client = useClient();
  const asked = useDelayed(draft, pauseMs);
  const request = useMemo(() => JSON.stringify(toRequest(asked, stored)), [asked, stored]);
  const foreseen = useQuery({
    queryKey: ['toolsets', id, 'foreseen', request],
    async queryFn({ signal }) {
      const found = await client.toolsets.foresee(id, JSON.parse(request), { signal });
      // A large answer is parsed in one task and shown in the next, so that keys are handled in between.
      await new Promise((resolve) => setTimeout(resolve));
      return found;
    },
    structuralSharing: false,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });
  const toolset = useShared(foreseen.data?.toolset);
  const failure = isDragomanError(foreseen.error) ? explainFaults(foreseen.error) : undefined;
  return { toolset, failure, isCurrent: asked === draft && !foreseen.isFetching };
}

/** The value with the parts of the one before that did not change, so that only what changed is computed and drawn again. */
function useShared<Value>(value: Value | undefined): Value | undefined {
  const last = useRef<Value>(undefined);
  const shared = useMemo(() => (value === undefined ? undefined : replaceEqualDeep(last.current, value)), [value]);
  useEffect(() => {
    last.current = shared;
  }, [shared]);
  return shared;
}
