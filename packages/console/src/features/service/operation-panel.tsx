/** One operation: what it does, what it takes and returns, how it fails, and examples. */
import type { JsonObject } from '@dragoman/model';
import type { OperationView } from '@dragoman/sdk';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Badge, ImpactBadge, ProtocolBadge } from '../../components/badge.js';
import { Snippet } from '../../components/code-view.js';
import { CopyButton } from '../../components/copy-button.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleJson } from '../../components/visible-text.js';
import { createSchemaReader } from '../../schema/schema-reader.js';
import { inputRows, SchemaRows, SchemaSummary } from './schema-table.js';

const EffectsSection = lazy(async () => ({ default: (await import('./effects/effects-section.js')).EffectsSection }));

/** Props of the panel. */
export interface OperationPanelProps {
  /** Id of the service. */
  service: string;
  operation: OperationView;
  /** Inputs that the chosen protocol loses. */
  lost: ReadonlySet<string>;
  /** Shown next to the title. */
  action?: ReactNode;
}

/** The operation. */
export function OperationPanel({ service, operation, lost, action }: OperationPanelProps) {
  const { input_schema: input, output_schema: output, errors, examples } = operation;
  const inputReader = useMemo(() => createSchemaReader(input), [input]);
  const outputReader = useMemo(() => createSchemaReader(output), [output]);
  const rows = inputRows(inputReader, input, operation.inputs);
  return (
    <article className="flex flex-col gap-6">
      <OperationHead operation={operation} action={action} />
      <Suspense>
        <EffectsSection key={operation.operation} id={service} operation={operation.operation} />
      </Suspense>
      <Section title="Inputs" count={rows.length}>
        {rows.length === 0 ? (
          <p className="text-muted">This operation takes no inputs.</p>
        ) : (
          <SchemaRows reader={inputReader} rows={rows.map((row) => ({ ...row, lost: lost.has(row.name) }))} />
        )}
      </Section>
      <Section title="Output">
        <SchemaSummary reader={outputReader} schema={output as JsonObject} />
      </Section>
      {errors.length > 0 && (
        <Section title="Errors" count={errors.length}>
          <Errors errors={errors} />
        </Section>
      )}
      {examples.length > 0 && (
        <Section title="Examples" count={examples.length}>
          <div className="flex flex-col gap-3">
            {examples.map((example, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: examples have no other identity
              <Example key={at} example={example} at={at} />
            ))}
          </div>
        </Section>
      )}
    </article>
  );
}

function OperationHead({ operation, action }: { operation: OperationView; action: ReactNode }) {
  const { operation: name, summary, impact, impact_reason: reason, wire, description, deprecated } = operation;
  return (
    <header className="flex flex-col gap-2">
      <div className="flex items-start gap-4">
        <h2 className="min-w-0 flex-1 pt-1 text-lg font-semibold">
          <ThirdPartyText text={summary || name} limit={300} />
        </h2>
        {action}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <ThirdPartyText text={name} limit={200} className="font-mono text-sm text-muted" />
        <CopyButton compact text={name} label="Copy name of the operation" />
        {impact !== undefined && <ImpactBadge impact={impact} reason={reason} />}
        <ProtocolBadge protocol={operation.protocol} />
        <Badge>version {operation.version}</Badge>
        {deprecated === true && <Badge tone="warn">deprecated</Badge>}
      </div>
      {(wire.url ?? wire.name) !== undefined && (
        <p className="rounded-md bg-sunken px-3 py-2 font-mono text-sm">
          {wire.method !== undefined && <span className="font-semibold text-note">{wire.method} </span>}
          <ThirdPartyText text={[wire.url, wire.name].filter(Boolean).join(' ')} limit={500} />
        </p>
      )}
      {description !== undefined && description !== '' && <Description text={description} />}
    </header>
  );
}

const shortLength = 420;

/** A long text is cut at first. */
function Description({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const isLong = text.length > shortLength + 80;
  return (
    <div className="max-w-prose whitespace-pre-line">
      <ThirdPartyText marked plain text={text} limit={isLong && !whole ? shortLength : 20_000} className="block" />
      {isLong && (
        <button type="button" className="mt-1 text-accent hover:underline" onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}

function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section>
      <h3 className="flex items-baseline gap-2 border-b border-line pb-1.5 font-semibold">
        {title}
        {count !== undefined && <span className="text-sm font-normal text-faint tabular-nums">{count}</span>}
      </h3>
      <div className="pt-1">{children}</div>
    </section>
  );
}

function Errors({ errors }: { errors: OperationView['errors'] }) {
  return (
    <ul className="divide-y divide-line">
      {errors.map(({ code, status, description, retryable }) => (
        <li key={`${code} ${status ?? ''}`} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2 py-2">
          <span className="text-muted tabular-nums">{status ?? ''}</span>
          <span className="min-w-0">
            <ThirdPartyText text={code} limit={120} className="font-mono text-sm" />
            {retryable === true && <span className="ml-2 text-sm text-good">can be retried</span>}
            {description !== undefined && (
              <span className="block text-sm text-muted">
                <ThirdPartyText text={description} limit={400} plain />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Example({ example, at }: { example: JsonObject; at: number }) {
  const { summary, input, output } = example;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm text-muted">
        <ThirdPartyText text={typeof summary === 'string' ? summary : `Example ${at + 1}`} limit={200} />
      </p>
      {input !== undefined && <Snippet label="example input" text={visibleJson(JSON.stringify(input, null, 2))} />}
      {output !== undefined && <Snippet label="example output" text={visibleJson(JSON.stringify(output, null, 2))} />}
    </div>
  );
}
