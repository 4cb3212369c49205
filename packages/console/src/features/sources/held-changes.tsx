/** Changes that the server has not applied: what they are, and the decision. */
import type { HeldChanges } from '@dragoman/sdk';
import { Check, ShieldAlert, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { relativeTime } from '../../components/relative-time.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { commandLine } from '../../session/copy-text.js';
import { useSourceActions } from './use-sources.js';

/** Changes listed at most. */
const maxChanges = 200;

/** The changes with the buttons that decide on them. */
export function HeldChangesPanel({ id, held }: { id: string; held: HeldChanges }) {
  const client = useClient();
  const [deciding, setDeciding] = useState<'accept' | 'refuse'>();
  const { changes, refused, since, mark } = held;
  return (
    <section
      aria-label="Held changes"
      className={`rounded-lg border ${refused ? 'border-line bg-raised' : 'border-warn bg-warn-soft'}`}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2">
        <ShieldAlert aria-hidden className={`size-5 shrink-0 ${refused ? 'text-muted' : 'text-warn'}`} />
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-semibold">{refused ? 'Refused changes' : 'Changes wait for your decision'}</h2>
          <p className="text-sm text-muted">
            The provider changed tools under their names {relativeTime(since)}. Agents still see the earlier ones.
          </p>
        </div>
        <CopyAs command={() => commandLine(client.baseUrl, ['sources', 'accept', id, '--mark', mark])} />
        {!refused && (
          <Button icon={X} onClick={() => setDeciding('refuse')}>
            Refuse
          </Button>
        )}
        <Button icon={Check} onClick={() => setDeciding('accept')}>
          Accept
        </Button>
      </header>
      <ChangeList changes={changes} />
      {deciding !== undefined && (
        <DecisionDialog id={id} held={held} decision={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </section>
  );
}

function ChangeList({ changes }: Pick<HeldChanges, 'changes'>) {
  return (
    <ul className="mx-4 mb-4 divide-y divide-line rounded-md border border-line bg-surface">
      {changes.slice(0, maxChanges).map(({ code, message }) => (
        <li key={`${code} ${message}`} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
          <code className="shrink-0 font-mono text-sm text-muted">{visibleText(code, 60)}</code>
          <ThirdPartyText text={message} limit={500} className="min-w-0 flex-1 basis-60" />
        </li>
      ))}
      {changes.length > maxChanges && (
        <li className="px-3 py-1.5 text-muted">and {(changes.length - maxChanges).toLocaleString('en')} more</li>
      )}
    </ul>
  );
}

interface DecisionDialogProps {
  id: string;
  held: HeldChanges;
  decision: 'accept' | 'refuse';
  onClose: () => void;
}

function DecisionDialog({ id, held, decision, onClose }: DecisionDialogProps) {
  const { decide } = useSourceActions(id);
  const count = held.changes.length === 1 ? 'one change' : `${held.changes.length.toLocaleString('en')} changes`;
  const isAccept = decision === 'accept';
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={isAccept ? `Accept ${count}?` : `Refuse ${count}?`}
      description={
        isAccept
          ? 'Agents see the changed tools at once. Toolsets with pinned versions stay unchanged.'
          : 'The tools stay as they are until the provider changes the description again.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone={isAccept ? 'primary' : 'danger'}
            busy={decide.isPending}
            onClick={() => decide.mutate({ decision, mark: held.mark }, { onSettled: onClose })}
          >
            {isAccept ? 'Accept' : 'Refuse'}
          </Button>
        </>
      }
    >
      <div className="-mx-4">
        <ChangeList changes={held.changes} />
      </div>
    </Dialog>
  );
}
