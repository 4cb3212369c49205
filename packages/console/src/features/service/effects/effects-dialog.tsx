/** Sets the effects of an operation: the server says first what would change. */
import type { OperationEffectsView } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../components/button.js';
import { CopyAs } from '../../../components/copy-button.js';
import { Dialog } from '../../../components/dialog.js';
import { Differences } from '../../../components/differences.js';
import { SelectField } from '../../../components/field.js';
import { useToasts } from '../../../components/toast.js';
import { useClient } from '../../../session/console-context.js';
import { commandLine } from '../../../session/copy-text.js';
import { FailedAlert } from '../../../session/failed-alert.js';
import type { EffectChoice } from './effect-choice.js';
import { effectDifferences, effectWords, impactMeanings, toChoice, toEffects, toWords } from './effect-choice.js';

/** Props of the dialog. */
export interface EffectsDialogProps {
  /** The effects now. */
  effects: OperationEffectsView;
  onClose: () => void;
}

/** The dialog. */
export function EffectsDialog({ effects, onClose }: EffectsDialogProps) {
  const { id, operation } = effects;
  const { baseUrl } = useClient();
  const form = useId();
  const [choice, setChoice] = useState(toChoice(effects.chosen));
  const { preview, save } = useEffectChange(effects, onClose);
  const foreseen = preview.data;
  const change = (next: Partial<EffectChoice>) => {
    preview.reset();
    save.reset();
    setChoice({ ...choice, ...next });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (foreseen === undefined) preview.mutate(choice);
    else save.mutate(choice);
  };
  const failed = save.error ?? preview.error;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      size="wide"
      title="Change the effects"
      description="Your values take precedence over the description in every protocol, and are kept when the description is imported again."
      actions={
        <>
          <CopyAs command={() => commandLine(baseUrl, toWords(id, operation, choice))} />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            type="submit"
            form={form}
            busy={preview.isPending || save.isPending}
            disabled={foreseen?.changes === false}
          >
            {foreseen === undefined ? 'Preview' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        <EffectFields effects={effects} choice={choice} onChange={change} />
        <div aria-live="polite">
          {foreseen !== undefined && <Preview before={effects} foreseen={foreseen} />}
          <FailedAlert error={failed} />
        </div>
      </form>
    </Dialog>
  );
}

interface EffectFieldsProps {
  effects: OperationEffectsView;
  choice: EffectChoice;
  onChange: (change: Partial<EffectChoice>) => void;
}

function EffectFields({ effects: { described }, choice, onChange }: EffectFieldsProps) {
  const asDescribed = (name: keyof EffectChoice) => ({
    value: '',
    label: `As described: ${effectWords(name, described[name]).toLowerCase()}`,
  });
  const yesOrNo = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ];
  return (
    <>
      <SelectField
        label="Impact of a call"
        value={choice.impact}
        options={[asDescribed('impact'), ...Object.entries(impactMeanings).map(([value, label]) => ({ value, label }))]}
        onChange={(event) => onChange({ impact: event.target.value })}
      />
      <SelectField
        label="May the same call be sent twice?"
        help="A failed call is retried automatically only if it may be sent twice."
        value={choice.idempotent}
        options={[asDescribed('idempotent'), ...yesOrNo]}
        onChange={(event) => onChange({ idempotent: event.target.value })}
      />
      <SelectField
        label="Is every call confirmed first?"
        help="Whatever its impact. Rules of the operator (gateway.confirm) take precedence."
        value={choice.confirm}
        options={[asDescribed('confirm'), ...yesOrNo]}
        onChange={(event) => onChange({ confirm: event.target.value })}
      />
    </>
  );
}

interface Foreseen {
  changes: boolean;
  after: OperationEffectsView;
}

function Preview({ before, foreseen: { changes, after } }: { before: OperationEffectsView; foreseen: Foreseen }) {
  return (
    <section
      aria-label="What changes"
      // On a small screen it is below the fields.
      ref={(section) => section?.scrollIntoView({ block: 'nearest' })}
      className="rounded-md border border-line bg-sunken px-3 py-2.5"
    >
      {changes ? (
        <Differences label="Differences" rows={effectDifferences(before, after)} />
      ) : (
        <p className="text-muted">Nothing would change.</p>
      )}
    </section>
  );
}

function useEffectChange({ id, operation, etag }: OperationEffectsView, onSaved: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const preview = useMutation({
    mutationFn: (choice: EffectChoice) => client.agents.foreseeEffects(id, operation, toEffects(choice)),
  });
  const save = useMutation({
    mutationFn: (choice: EffectChoice) =>
      client.agents.chooseEffects(id, operation, toEffects(choice), etag === undefined ? {} : { ifMatch: etag }),
    onSuccess() {
      toasts.show('The effects were changed.', 'good');
      onSaved();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['agents', id] }),
  });
  return { preview, save };
}
