/** The page of one team: its canvas and its text. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PageHeader } from '../../components/page.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { writeTeam } from './team-document.js';
import { TeamEditor } from './team-editor.js';

/** The page. */
export default function TeamPage() {
  const { teamId: id = '' } = useParams({ strict: false }) as { teamId?: string };
  const client = useClient();
  const stored = useQuery({
    queryKey: ['teams', id],
    queryFn: ({ signal }) => client.teams.read(id, { signal }),
    // The draft says what it began with; a newer state is read when it is saved.
    refetchOnWindowFocus: false,
  });
  if (stored.isSuccess) {
    const { data } = stored;
    return <TeamEditor key={id} id={id} stored={{ draft: writeTeam(data), etag: String(data.version) }} />;
  }
  return (
    <>
      <PageHeader title="Team" />
      {stored.isError ? (
        <ErrorState error={explainError(stored.error)} onRetry={() => void stored.refetch()} />
      ) : (
        <LoadingRows />
      )}
    </>
  );
}
