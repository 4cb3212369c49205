/** The result of a run: what the service returned, whether it matches its schema, and what went wrong. */
import type { CallAnswer } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Badge, OutcomeBadge } from '../../components/badge.js';
import { Snippet } from '../../components/code-view.js';
import { CopyButton } from '../../components/copy-button.js';
import { findMedia } from '../../components/find-media.js';
import { JsonView } from '../../components/json-view.js';
import { MediaList, SaveBytes } from '../../components/media-list.js';
import { Segmented } from '../../components/segmented.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleJson } from '../../components/visible-text.js';
import { traceTarget } from '../links.js';
import { FailurePanel } from './failure-panel.js';
import { PartList } from './live-result.js';
import { RunTimeline } from './run-timeline.js';
import { outcomeOf, type Run } from './use-run.js';

/** The result. */
export function ResultPanel({ run, service }: { run: Run; service: string }) {
  const { answer, error, ms } = run;
  const failure = isDragomanError(error) ? error : undefined;
  const traceId = answer?.traceId ?? failure?.traceId;
  const attempts = answer?.attempts ?? failure?.attempts ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {run.isCanceled ? <Badge tone="warn">canceled</Badge> : <OutcomeBadge outcome={outcomeOf(answer, failure)} />}
        {(answer?.status ?? failure?.status) !== undefined && (
          <span className="tabular-nums">{answer?.status ?? failure?.status}</span>
        )}
        <span className="text-muted tabular-nums">{ms.toLocaleString('en')} ms</span>
        {attempts > 1 && <span className="text-muted tabular-nums">{attempts} attempts</span>}
        {answer?.streamed === true && (
          <Badge tone="note">streamed in {run.parts.count.toLocaleString('en')} parts</Badge>
        )}
        {answer?.replayed === true && <Badge tone="note">replayed, not executed again</Badge>}
        {traceId !== undefined && (
          <span className="ml-auto flex min-w-0 items-center gap-1 text-sm text-faint">
            <Link {...traceTarget(traceId)} className="truncate text-accent hover:underline">
              Open the trace
            </Link>
            <CopyButton compact text={traceId} label="Copy trace id" />
          </span>
        )}
      </div>
      {run.isCanceled && (
        <p>You canceled the call. It may have taken effect; check with the service before you run it again.</p>
      )}
      {error !== undefined && !run.isCanceled && <FailurePanel error={error} />}
      {traceId !== undefined && <RunTimeline traceId={traceId} />}
      {answer !== undefined && <Answer answer={answer} service={service} />}
      {answer === undefined && <PartList live={run.parts} service={service} />}
    </div>
  );
}

const maxTextLength = 200_000;
const maxFiles = 12;

function Answer({ answer, service }: { answer: CallAnswer; service: string }) {
  const { output, mediaType } = answer;
  const [shape, setShape] = useState<'tree' | 'text'>('tree');
  const media = useMemo(() => findMedia(output, mediaType), [output, mediaType]);
  const text = useMemo(() => (typeof output === 'string' ? output : JSON.stringify(output, null, 2)), [output]);
  const files = (answer.media ?? [])
    .slice(0, maxFiles)
    .map((file, at) => <SaveBytes key={file.pointer ?? at} media={file} />);
  if (mediaType !== undefined && files.length > 0) {
    return (
      <>
        <Verdict answer={answer} />
        <section aria-label="Result of the service" className="flex flex-col gap-3">
          <Origin service={service} />
          <MediaList media={media} label="Result" />
          {files}
        </section>
      </>
    );
  }
  return (
    <>
      <Verdict answer={answer} />
      {media.length > 0 && <MediaList media={media} label="Result" />}
      {files}
      <section aria-label="Result of the service" className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Origin service={service} />
          <div className="flex items-center gap-2">
            <Segmented
              label="Show the result as"
              value={shape}
              options={[
                { value: 'tree', label: 'Tree' },
                { value: 'text', label: 'Text' },
              ]}
              onChange={setShape}
            />
            <CopyButton compact text={text ?? ''} label="Copy result" />
          </div>
        </div>
        {output === undefined ? (
          <p className="text-muted">The service returned no content.</p>
        ) : shape === 'tree' ? (
          <div className="rounded-md border border-line border-l-line-strong border-l-2 p-3">
            <JsonView value={output} label="Result" />
          </div>
        ) : (
          <Snippet wrap label="result" text={visibleJson((text ?? '').slice(0, maxTextLength))} />
        )}
      </section>
    </>
  );
}

function Origin({ service }: { service: string }) {
  return (
    <p className="text-sm text-muted">
      Third-party content from <ThirdPartyText text={service} limit={80} />
    </p>
  );
}

function Verdict({ answer }: { answer: CallAnswer }) {
  const { verdict, findings } = answer;
  if (verdict === 'fits' && findings.length === 0) {
    return (
      <p className="flex items-center gap-1.5 text-sm text-good">
        <CircleCheck aria-hidden className="size-3.5" /> The result matches its schema.
      </p>
    );
  }
  if (findings.length === 0) return <p className="text-sm text-muted">The result was not compared with a schema.</p>;
  return (
    <ul aria-label="Findings" className="flex flex-col gap-1 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      {findings.map(({ code, message, pointer }) => (
        <li key={`${code} ${pointer}`} className="flex gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0">
            {pointer !== '' && <ThirdPartyText text={`${pointer}: `} limit={200} className="font-mono" />}
            <ThirdPartyText text={message} limit={400} /> <span className="font-mono text-xs">{code}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
