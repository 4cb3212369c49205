/** Which tools of a draft read alike. */
import type { SimilarTools, ToolsetTool } from '@dragoman/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../session/console-context.js';

/** Asks the server after the draft was foreseen; undefined until it has answered, or when it cannot. */
export function useSimilar(tools: readonly ToolsetTool[] | undefined): SimilarTools | undefined {
  const client = useClient();
  const texts = useMemo(() => (tools ?? []).map(({ name, description }) => ({ name, description })), [tools]);
  const key = useMemo(() => JSON.stringify(texts), [texts]);
  const similar = useQuery({
    queryKey: ['similar-tools', key],
    enabled: texts.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => client.toolsets.similar(texts, { signal }),
  });
  return texts.length > 1 ? similar.data : undefined;
}
