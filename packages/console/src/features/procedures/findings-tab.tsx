/** Findings of the server, the ready switch with what blocks it, and name and purpose. */
import type { DesignFinding, ProcedureCheck } from '@dragoman/sdk';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { CheckboxField, TextField } from '../../components/field.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { EditedProcedure } from './use-procedure.js';

/** What the server says about a text. */
export type Assessment = ProcedureCheck;

/** Props of the tab. */
export interface FindingsTabProps {
  assessment: Assessment;
  edited: EditedProcedure;
  onReveal: (line: number) => void;
}

/** The tab. */
export function FindingsTab({ assessment: { findings }, edited, onReveal }: FindingsTabProps) {
  const { draft, change } = edited;
  const errors = findings.filter(({ severity }) => severity === 'error');
  return (
    <div className="flex flex-col gap-4">
      <ReadySwitch edited={edited} errors={errors} />
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 text-good">
          <CircleCheck aria-hidden className="size-4" />
          Every tool, input and output that the text mentions exists.
        </p>
      ) : (
        <ul aria-label="Findings" className="flex flex-col gap-3">
          {findings.slice(0, 200).map((finding, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same finding may occur twice
            <FindingRow key={at} finding={finding} onReveal={onReveal} />
          ))}
        </ul>
      )}
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <TextField
          label="Name"
          value={draft.name}
          maxLength={200}
          onChange={(event) => change({ ...draft, name: event.target.value }, 'name')}
        />
        <TextField
          label="Purpose"
          value={draft.description}
          maxLength={1000}
          onChange={(event) => change({ ...draft, description: event.target.value }, 'description')}
        />
      </div>
    </div>
  );
}

function ReadySwitch({
  edited: { draft, change },
  errors,
}: Pick<FindingsTabProps, 'edited'> & { errors: DesignFinding[] }) {
  const isBlocked = errors.length > 0 && draft.state === 'draft';
  return (
    <div className="rounded-lg border border-line bg-sunken p-3">
      <CheckboxField
        label="Ready for agents"
        help={
          errors.length === 0
            ? 'Executors start with the ready procedures of a toolset.'
            : `${errors.length === 1 ? '1 error blocks' : `${errors.length} errors block`} it:`
        }
        checked={draft.state === 'ready'}
        disabled={isBlocked}
        onChange={(event) => change({ ...draft, state: event.target.checked ? 'ready' : 'draft' })}
      />
      {errors.length > 0 && (
        <ul aria-label="What blocks it" className="mt-1 list-disc pl-9 text-sm text-bad">
          {errors.slice(0, 10).map(({ message, line }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same finding may occur twice
            <li key={at}>
              {line !== undefined && `Line ${line}: `}
              <ThirdPartyText text={message} limit={200} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const icons = {
  error: { Icon: CircleAlert, tone: 'text-bad' },
  warning: { Icon: TriangleAlert, tone: 'text-warn' },
  info: { Icon: Info, tone: 'text-note' },
};

function FindingRow({ finding, onReveal }: { finding: DesignFinding; onReveal: (line: number) => void }) {
  const { severity, message, help, line, code } = finding;
  const { Icon, tone } = icons[severity];
  return (
    <li className="flex gap-2">
      <Icon aria-label={severity} className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 text-sm">
        <p>
          <ThirdPartyText text={message} limit={300} />
        </p>
        <p className="text-muted">
          <ThirdPartyText text={help} limit={300} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          <span className="font-mono">{code}</span>
          {line !== undefined && (
            <button type="button" className="text-accent-strong underline" onClick={() => onReveal(line)}>
              line {line}
            </button>
          )}
        </p>
      </div>
    </li>
  );
}
