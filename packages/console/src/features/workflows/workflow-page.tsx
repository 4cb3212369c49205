/** The page of one workflow: a draft of this browser, or what is published, with the editor. */
import { writeYaml } from '@dragoman/core/descriptions';
import { isDragomanError } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { readKept } from '../../components/kept-drafts.js';
import { PageHeader } from '../../components/page.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { draftKind, isText } from './draft-kind.js';
import { WorkflowEditor } from './workflow-editor.js';

/** The page. */
export default function WorkflowPage() {
  const { workflowId: id = '' } = useParams({ strict: false }) as { workflowId?: string };
  const client = useClient();
  const stored = useQuery({
    queryKey: ['workflows', id],
    queryFn: async ({ signal }) => {
      try {
        const { document, etag } = await client.agents.readArazzo(id, { signal });
        return { draft: writeYaml(document), etag };
      } catch (error) {
        const isNew = isDragomanError(error) && error.status === 404 && readKept(draftKind, id, isText) !== undefined;
        if (isNew) return { draft: '', etag: undefined };
        throw error;
      }
    },
    // The draft says what it began with; a newer state is read when it is published.
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (stored.isSuccess) return <WorkflowEditor key={id} id={id} stored={stored.data} />;
  return (
    <>
      <PageHeader title="Workflow" />
      {stored.isError ? (
        <ErrorState error={explainError(stored.error)} onRetry={() => void stored.refetch()} />
      ) : (
        <LoadingRows />
      )}
    </>
  );
}
