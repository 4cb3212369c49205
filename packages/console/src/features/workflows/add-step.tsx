/** Adds steps: operations of all services, ranked for what the person types. */
import type { ScaffoldOperation } from '@dragoman/core/descriptions';
import type { OperationSummary } from '@dragoman/sdk';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ImpactBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { SearchField } from '../../components/field.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { useDelayed } from '../../components/use-delayed.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';

/** Operations that are shown. */
const shown = 20;
/** Milliseconds without a key after which a text is searched. */
const pauseMs = 200;

/** Props of the dialog. */
export interface AddStepProps {
  onAdd: (operation: ScaffoldOperation) => void;
  onClose: () => void;
}

/** The dialog. */
export function AddStep({ onAdd, onClose }: AddStepProps) {
  const client = useClient();
  const toasts = useToasts();
  const [text, setText] = useState('');
  const wanted = useDelayed(text.trim(), pauseMs);
  const found = useQuery({
    queryKey: ['operations', 'for-step', wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client.agents.findOperations(wanted === '' ? {} : { text: wanted }, { top: shown, signal }),
  });
  const add = useMutation({
    mutationFn: ({ agent_id: agent, operation }: OperationSummary) =>
      client.agents.readOperation(agent, operation, { as: ['mcp'] }),
    onSuccess({ agent_id: agent, operation, description, summary, input_schema: input, output_schema: output }) {
      onAdd({
        agent,
        operation,
        description: (description ?? summary).slice(0, 1000),
        successStatuses: [],
        input,
        output,
      });
      toasts.show(`A step for ${visibleText(operation, 60)} was added.`, 'good');
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Add a step"
      description="Say what the step should do, or name an operation."
    >
      <div className="flex flex-col gap-3">
        <SearchField label="Find operations" placeholder="A task or a name" value={text} onChange={setText} />
        {add.isError && <ErrorState error={explainError(add.error)} />}
        {found.isPending && <LoadingRows rows={5} />}
        {found.isError && <ErrorState error={explainError(found.error)} onRetry={() => void found.refetch()} />}
        {found.data?.operations.length === 0 && <p className="py-8 text-center text-muted">No operation matches.</p>}
        <ul aria-label="Operations" className="divide-y divide-line">
          {found.data?.operations.map((operation) => (
            <li key={operation.operation_id} className="flex items-start gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2">
                  <ThirdPartyText text={operation.operation} limit={120} className="font-mono text-sm font-medium" />
                  <ThirdPartyText text={operation.agent_id} limit={80} className="text-sm text-muted" />
                  {operation.impact !== undefined && <ImpactBadge impact={operation.impact} />}
                </p>
                <p className="line-clamp-2 text-sm text-muted">
                  <ThirdPartyText plain text={operation.summary} limit={240} />
                </p>
              </div>
              <Button
                icon={Plus}
                busy={add.isPending && add.variables.operation_id === operation.operation_id}
                aria-label={`Add ${visibleText(operation.operation, 80)} of ${visibleText(operation.agent_id, 60)}`}
                onClick={() => add.mutate(operation)}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
