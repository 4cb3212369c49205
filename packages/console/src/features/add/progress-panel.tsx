/** The progress of an import: read, stored, indexed, embedded, as the server reports it. */
import { Check, Circle, LoaderCircle } from 'lucide-react';
import { classNames } from '../../components/class-names.js';
import { Panel } from '../../components/page.js';
import type { ImportProgress, Stage } from './import-progress.js';
import { isFinished, stagesOf } from './import-progress.js';

/** The panel. */
export default function ProgressPanel({ progress }: { progress: ImportProgress }) {
  return (
    <Panel
      title={isFinished(progress) ? 'Imported' : progress.isAnswered ? 'Stored; search follows' : 'Importing'}
      padded={false}
    >
      <ol aria-label="Progress" aria-live="polite" className="grid grid-cols-2 md:grid-cols-4">
        {stagesOf(progress).map((stage) => (
          <StageView key={stage.id} stage={stage} />
        ))}
      </ol>
    </Panel>
  );
}

const icons = { waiting: Circle, running: LoaderCircle, done: Check };
const tones = { waiting: 'text-faint', running: 'animate-spin text-accent-strong', done: 'text-good' };

function StageView({ stage: { label, state, detail, share } }: { stage: Stage }) {
  const Icon = icons[state];
  return (
    <li className="min-w-0 px-4 py-3">
      <p className="flex items-center gap-2 font-medium">
        <Icon aria-hidden className={classNames('size-4 shrink-0', tones[state])} />
        {label}
        <span className="sr-only">: {state}</span>
      </p>
      <p className="mt-0.5 text-sm text-muted tabular-nums">{detail}</p>
      <div aria-hidden className="mt-2 h-1 overflow-hidden rounded-full bg-sunken">
        <div
          className={classNames('h-full rounded-full', state === 'done' ? 'bg-good' : 'bg-accent')}
          style={{ width: `${Math.round(share * 100)}%` }}
        />
      </div>
    </li>
  );
}
