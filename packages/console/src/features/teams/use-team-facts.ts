/** What the server knows about a draft: its findings, and the sizes of the toolsets that it names. */
import { estimateTokens } from '@dragoman/model';
import type { DesignFinding } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useDelayed } from '../../components/use-delayed.js';
import { useClient } from '../../session/console-context.js';
import { type DraftTeam, toRequest } from './team-document.js';
import type { ToolsetSizes } from './team-graph.js';

/** Milliseconds without a change after which the server is asked. */
const pauseMs = 300;

/** The facts. */
export interface TeamFacts {
  findings: readonly DesignFinding[];
  /** True when the findings are about the draft as it is now. */
  isCurrent: boolean;
  sizes: ToolsetSizes;
}

/** Asks the server about a draft after each pause. */
export function useTeamFacts(team: DraftTeam): TeamFacts {
  const client = useClient();
  const request = JSON.stringify(toRequest(team));
  const asked = useDelayed(request, pauseMs);
  const checked = useQuery({
    queryKey: ['teams', 'check', asked],
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<DesignFinding[]> => {
      try {
        return (await client.teams.check(JSON.parse(asked), { signal })).findings;
      } catch (error) {
        if (!isDragomanError(error) || error.fieldErrors.length === 0) throw error;
        return error.fieldErrors.map(({ field, pointer = '', detail, code }) => ({
          code,
          severity: 'error',
          message: `${field} ${detail}`,
          help: 'Correct the value.',
          pointer,
        }));
      }
    },
  });
  const ids = [...new Set(team.members.flatMap(({ toolsets }) => toolsets))].sort().slice(0, 100);
  const toolsets = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['toolsets', id, 'size'],
      staleTime: 60_000,
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { toolset } = await client.toolsets.read(id, { signal });
        const shown = toolset.tools.map(({ name, description, input_schema }) => ({ name, description, input_schema }));
        return { tools: toolset.tools.length, tokens: shown.reduce((sum, tool) => sum + estimateTokens(tool), 0) };
      },
    })),
  });
  const sizes = new Map(ids.map((id, at) => [id, toolsets[at]?.data]));
  return { findings: checked.data ?? [], isCurrent: asked === request && !checked.isFetching, sizes };
}
