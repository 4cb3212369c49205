/** What the server knows about the stored tools of a toolset: what their vendors changed, and what a call changes. */
import type { Impact } from '@dragoman/model';
import type { ToolsetUpdate } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BadgeTone } from '../../components/badge.js';
import { useClient } from '../../session/console-context.js';

/** The facts, by the stored name of a tool. */
export interface ToolFacts {
  updates: ReadonlyMap<string, ToolsetUpdate>;
  impacts: ReadonlyMap<string, Impact>;
}

/** The color of an update, by its class. */
export const updateTones: Readonly<Record<string, BadgeTone>> = {
  breaking: 'bad',
  meaning: 'warn',
  compatible: 'good',
  description: 'neutral',
};

/** Updates that wait for a decision. */
export function useUpdates(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['toolsets', id, 'updates'],
    queryFn: ({ signal }) => client.toolsets.updates(id, { signal }),
  });
}

/** The complete toolset for a runtime. */
export function useExport(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['toolsets', id, 'export'],
    queryFn: ({ signal }) => client.toolsets.export(id, { signal }),
  });
}

/** Reads the facts; they are empty until they are there. */
export function useToolFacts(id: string): ToolFacts {
  const { data: updates } = useUpdates(id);
  const { data: exported } = useExport(id);
  return useMemo(
    () => ({
      updates: new Map((updates ?? []).map((update) => [update.name, update])),
      impacts: new Map(
        (exported?.tools ?? []).flatMap(({ alias, impact }) => (impact === undefined ? [] : [[alias, impact]])),
      ),
    }),
    [updates, exported],
  );
}
