/** Says which operation is right for a request when it is not among the candidates, or that none is. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.js';
import { SearchField } from '../../components/field.js';
import { LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useDelayed } from '../../components/use-delayed.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { useSaveCase } from './use-cases.js';

/** Two buttons: another operation is right, or none. */
export function RightOperationButtons({ request }: { request: string }) {
  const [open, setOpen] = useState(false);
  const save = useSaveCase();
  return (
    <div className="flex flex-wrap gap-1">
      <ScopedButton scope="registry:read" tone="quiet" onClick={() => setOpen(true)}>
        The right one is …
      </ScopedButton>
      <ScopedButton
        scope="registry:read"
        tone="quiet"
        busy={save.isPending}
        onClick={() => save.mutate({ request, operation: undefined })}
      >
        None is right
      </ScopedButton>
      {open && <ChooseOperation request={request} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Operations shown at most. */
const top = 20;

function ChooseOperation({ request, onClose }: { request: string; onClose: () => void }) {
  const client = useClient();
  const save = useSaveCase();
  const [text, setText] = useState('');
  const asked = useDelayed(text.trim(), 250);
  const query = useQuery({
    queryKey: ['operations', 'choose', asked],
    queryFn: ({ signal }) => client.agents.findOperations(asked === '' ? {} : { text: asked }, { top, signal }),
  });
  const choose = (agent: string, name: string) => {
    save.mutate({ request, operation: { agent, name } });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Which operation is right?"
      description="Saved as an evaluation case of this request."
    >
      <SearchField label="Search operations" value={text} onChange={setText} className="mb-2" />
      {query.isPending && <LoadingRows rows={5} />}
      {query.isError && <p className="text-bad">{explainError(query.error).detail}</p>}
      <ul className="divide-y divide-line">
        {(query.data?.operations ?? []).map(({ agent_id: agent, agent_name: service, operation, summary }) => (
          <li key={`${agent} ${operation}`}>
            <button
              type="button"
              onClick={() => choose(agent, operation)}
              className="block w-full min-w-0 px-2 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="flex min-w-0 items-baseline gap-2">
                <ThirdPartyText text={operation} limit={120} truncate className="min-w-0 font-medium" />
                <ThirdPartyText text={service} limit={80} truncate className="min-w-0 text-sm text-muted" />
              </span>
              <ThirdPartyText text={summary} limit={160} truncate className="text-sm text-muted" />
            </button>
          </li>
        ))}
      </ul>
      {query.isSuccess && query.data.operations.length === 0 && (
        <p className="py-6 text-center text-muted">No operation matches.</p>
      )}
    </Dialog>
  );
}
