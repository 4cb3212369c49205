/** What MCP clients and model APIs get of a draft: sizes, tools that read alike, what an API cannot express or take. */
import type { JsonValue } from '@dragoman/model';
import type { SimilarTools } from '@dragoman/sdk';
import { useDeferredValue, useMemo, useState } from 'react';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import { CodeView } from '../../components/code-view.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleJson } from '../../components/visible-text.js';
import { createToolWriter, type ModelTarget, type ModelTools, modelTargets, toolsFor } from './model-tools.js';
import type { Foreseen } from './use-foreseen.js';

/** Definitions that are shown at first; more would slow down every change. */
const mostShown = 25;

/** Props of the view. */
export interface ModelViewProps {
  foreseen: Foreseen;
  similar: SimilarTools | undefined;
}

/** The view. */
export function ModelView({ foreseen: { toolset, failure, isCurrent }, similar }: ModelViewProps) {
  const [target, setTarget] = useState<ModelTarget>('mcp');
  // The sizes of many tools take longer than a key press may.
  const tools = useDeferredValue(toolset?.tools);
  const write = useMemo(createToolWriter, []);
  const all = useMemo(
    () => new Map(modelTargets.map(({ value }) => [value, toolsFor(value, tools ?? [], write)] as const)),
    [tools, write],
  );
  const [showsAll, setShowsAll] = useState(false);
  const { definitions, loosened, tooMany } = all.get(target) ?? toolsFor(target, []);
  const count = definitions.length === 1 ? '1 tool' : `${definitions.length.toLocaleString('en')} tools`;
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto p-4 [&>*]:shrink-0" aria-busy={!isCurrent}>
      <h2 className="font-semibold">What models see</h2>
      <Sizes all={all} target={target} onChange={setTarget} />
      <p role="status" className="text-sm text-muted tabular-nums">
        {toolset === undefined && failure !== undefined
          ? 'Shown when the problems of the tools are fixed.'
          : `About ${(all.get(target)?.tokens ?? 0).toLocaleString('en')} tokens: name, description and inputs of ${count}.`}
      </p>
      {tooMany !== undefined && (
        <p className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          This API accepts at most {tooMany} tools in a request.
        </p>
      )}
      {loosened.length > 0 && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          The description states what this API cannot express, and the gateway validates it:{' '}
          <ThirdPartyText text={loosened.join(', ')} limit={300} className="font-mono" />
        </p>
      )}
      {similar !== undefined && <SimilarPairs similar={similar} />}
      {definitions.length > mostShown && !showsAll && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          The first {mostShown} of {count}:<Button onClick={() => setShowsAll(true)}>Show all</Button>
        </p>
      )}
      {definitions.length > 0 && <Definitions definitions={showsAll ? definitions : definitions.slice(0, mostShown)} />}
    </div>
  );
}

function Definitions({ definitions }: { definitions: readonly JsonValue[] }) {
  const written = JSON.stringify(definitions, null, 2);
  const text = useMemo(() => visibleJson(written), [written]);
  return <CodeView label="tools for models" language="json" text={text} height="max(16rem, calc(100vh - 36rem))" />;
}

interface SizesProps {
  all: ReadonlyMap<ModelTarget, ModelTools>;
  target: ModelTarget;
  onChange: (target: ModelTarget) => void;
}

/** The tokens for every receiver; one of them is shown below. */
function Sizes({ all, target, onChange }: SizesProps) {
  return (
    <fieldset className="overflow-hidden rounded-md border border-line">
      <legend className="sr-only">As</legend>
      {modelTargets.map(({ value, label }) => {
        const { tokens = 0, tooMany, loosened = [] } = all.get(value) ?? {};
        return (
          <label
            key={value}
            className={classNames(
              'flex cursor-pointer items-center gap-2 px-2.5 py-1 text-sm has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
              value === target ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="model-target"
              checked={value === target}
              onChange={() => onChange(value)}
              className="accent-accent-fill"
            />
            <span className="min-w-0 flex-1">{label}</span>
            {tooMany !== undefined && <Badge tone="bad">too many tools</Badge>}
            {tooMany === undefined && loosened.length > 0 && <Badge tone="warn">{loosened.length} loosened</Badge>}
            <span className="whitespace-nowrap tabular-nums">{tokens.toLocaleString('en')} tokens</span>
          </label>
        );
      })}
    </fieldset>
  );
}

function SimilarPairs({ similar: { pairs, note } }: { similar: SimilarTools }) {
  return (
    <section aria-label="Similar tools" className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">Similar tools</h3>
      {pairs.length === 0 ? (
        <p className="text-sm text-muted">None: no two tools have similar descriptions.</p>
      ) : (
        <>
          <p className="text-sm text-muted">A model may call the wrong one. Write what distinguishes them.</p>
          <ul className="divide-y divide-line rounded-md border border-line">
            {pairs.slice(0, 50).map(({ tools: [one, other], similarity, by }) => (
              <li key={`${one} ${other}`} className="flex flex-wrap items-center gap-x-2 px-2.5 py-1.5 text-sm">
                <span className="min-w-0 flex-1 basis-40">
                  <ThirdPartyText text={one} limit={80} className="font-mono" /> and{' '}
                  <ThirdPartyText text={other} limit={80} className="font-mono" />
                </span>
                <span className="text-muted tabular-nums">
                  {Math.round(similarity * 100)} % by {by}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {note !== undefined && <p className="text-sm text-muted">{note}</p>}
    </section>
  );
}
