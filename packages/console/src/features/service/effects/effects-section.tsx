/** The effects of an operation: what counts, where it comes from and why, and a way to change it. */
import type { OperationEffectsView } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '../../../components/badge.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { useClient } from '../../../session/console-context.js';
import { explainError } from '../../../session/explain-error.js';
import { ScopedButton } from '../../../session/scoped-button.js';
import { type EffectName, effectLabels, effectNames, effectWords } from './effect-choice.js';

const EffectsDialog = lazy(async () => ({ default: (await import('./effects-dialog.js')).EffectsDialog }));

/** The section. */
export function EffectsSection({ id, operation }: { id: string; operation: string }) {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const effects = useQuery({
    queryKey: ['agents', id, 'operation', operation, 'effects'],
    queryFn: ({ signal }) => client.agents.effects(id, operation, { signal }),
  });
  const { data } = effects;
  return (
    <section aria-label="Effects">
      <div className="flex items-end justify-between gap-4 border-b border-line pb-1.5">
        <h3 className="font-semibold">Effects</h3>
        <ScopedButton
          scope="registry:write"
          tone="quiet"
          icon={Pencil}
          className="-my-1"
          disabled={data === undefined}
          onClick={() => setOpen(true)}
        >
          Change
        </ScopedButton>
      </div>
      {effects.isError && (
        <p role="alert" className="pt-2 text-bad">
          <ThirdPartyText text={explainError(effects.error).detail} limit={400} />
        </p>
      )}
      <dl className="grid min-h-24 grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1.5 pt-2">
        {data !== undefined && effectNames.map((name) => <EffectRow key={name} effects={data} name={name} />)}
      </dl>
      {isOpen && data !== undefined && (
        <Suspense>
          <EffectsDialog effects={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

function EffectRow({ effects, name }: { effects: OperationEffectsView; name: EffectName }) {
  const isSet = effects.chosen[name] !== undefined;
  const described = effects.described[name];
  return (
    <>
      <dt className="text-muted">{effectLabels[name]}</dt>
      <dd className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className={effects[name] === undefined ? 'text-faint' : ''}>{effectWords(name, effects[name])}</span>
          {isSet && <Badge tone="accent">set here</Badge>}
        </span>
        {isSet && described !== undefined && (
          <span className="block text-sm text-faint">
            The description: {effectWords(name, described).toLowerCase()}
          </span>
        )}
        {name === 'impact' && (
          <span className="block text-sm text-muted">
            <ThirdPartyText text={effects.impact_reason} limit={400} />
          </span>
        )}
      </dd>
    </>
  );
}
