/** The page of a procedure: reads it with its toolset, then edits it. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PageHeader } from '../../components/page.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { ProcedureEditor } from './procedure-editor.js';

/** The page. */
export default function ProcedurePage() {
  const { procedureId: id = '' } = useParams({ strict: false }) as { procedureId?: string };
  const client = useClient();
  const procedure = useQuery({
    queryKey: ['procedures', id],
    queryFn: ({ signal }) => client.procedures.read(id, { signal }),
    // The draft says what it began with; a newer state is read when it is saved.
    refetchOnWindowFocus: false,
  });
  const toolsetId = procedure.data?.toolset ?? '';
  const toolset = useQuery({
    queryKey: ['toolsets', toolsetId],
    enabled: toolsetId !== '',
    queryFn: ({ signal }) => client.toolsets.read(toolsetId, { signal }),
  });
  if (procedure.isError) {
    return (
      <>
        <PageHeader title="Procedure" />
        <ErrorState error={explainError(procedure.error)} onRetry={() => void procedure.refetch()} />
      </>
    );
  }
  // Without its toolset, the text can still be read and changed.
  if (procedure.isPending || toolset.isPending) {
    return (
      <>
        <PageHeader title="Procedure" />
        <LoadingRows />
      </>
    );
  }
  return <ProcedureEditor key={id} procedure={procedure.data} toolset={toolset.data?.toolset} />;
}
