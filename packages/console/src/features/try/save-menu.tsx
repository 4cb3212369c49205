/** Keeps a run as an example, or as an evaluation case with the words of a person. */
import { isJsonObject } from '@dragoman/model';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { TextField } from '../../components/field.js';
import { useToasts } from '../../components/toast.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { type Run, savedRun } from './use-run.js';

/** Props of the buttons. */
export interface SaveMenuProps {
  agent: string;
  operation: string;
  run: Run;
}

/** The buttons. */
export function SaveMenu({ agent, operation, run }: SaveMenuProps) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [request, setRequest] = useState<string>();
  const save = useMutation({
    mutationFn: ({ kind, words }: { kind: 'example' | 'case'; words?: string }) => {
      const { arguments: input, result } = savedRun(agent, operation, run);
      const parts = kind === 'case' ? { request: words ?? '' } : result === undefined ? {} : { result };
      return client.saved.create({
        kind,
        agent,
        operation,
        ...(isJsonObject(input) ? { arguments: input } : {}),
        ...parts,
      });
    },
    onSuccess: (_, { kind }) => {
      setRequest(undefined);
      toasts.show(kind === 'case' ? 'Saved as an evaluation case.' : 'Saved as an example.', 'good');
      return queries.invalidateQueries({ queryKey: ['saved'] });
    },
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <ScopedButton
        scope="registry:read"
        icon={BookmarkPlus}
        busy={save.isPending}
        onClick={() => save.mutate({ kind: 'example' })}
      >
        Save as example
      </ScopedButton>
      <ScopedButton scope="registry:read" icon={FlaskConical} onClick={() => setRequest('')}>
        Save as evaluation case
      </ScopedButton>
      <Dialog
        open={request !== undefined}
        onClose={() => setRequest(undefined)}
        title="Save as evaluation case"
        description="Evaluations check that these words find this operation, and that its inputs are read from them."
        actions={
          <Button
            tone="primary"
            busy={save.isPending}
            disabled={(request ?? '').trim() === ''}
            onClick={() => save.mutate({ kind: 'case', words: (request ?? '').trim() })}
          >
            Save
          </Button>
        }
      >
        <TextField
          label="What would a person say?"
          value={request ?? ''}
          onChange={(event) => setRequest(event.target.value)}
        />
      </Dialog>
    </div>
  );
}
