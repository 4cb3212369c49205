/** The state of the server, read when a tab is opened and on demand. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/console-context.js';

/** The state. */
export function useServerStatus() {
  const client = useClient();
  return useQuery({ queryKey: ['status'], queryFn: ({ signal }) => client.status.read({ signal }) });
}
