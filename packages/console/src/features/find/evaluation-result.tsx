/** The numbers of one run, what changed since the run before, and which operations are confused. */
import type { SavedEvaluation } from '@dragoman/sdk';
import { ArrowRight } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { Panel } from '../../components/page.js';
import { dateText } from '../../components/relative-time.js';
import { ThirdPartyText } from '../../components/third-party-text.js';

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Difference of two shares in points, with its sign. */
export function difference(now: number, before: number): string {
  const points = Math.round(now * 100) - Math.round(before * 100);
  return points === 0 ? 'unchanged' : `${points > 0 ? '+' : '−'}${Math.abs(points)} points`;
}

/** The result. */
export function EvaluationResult({ result }: { result: SavedEvaluation }) {
  const { first, first_three: firstThree, inputs, previous, fixed, broken, confusions } = result;
  return (
    <div className="grid items-start gap-gap lg:grid-cols-2">
      <Panel
        title="Result"
        description={previous === undefined ? 'The first run' : `Compared with the run of ${dateText(previous.at)}`}
      >
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
          <Figure label="Right one first" value={percent(first)} note={previous && difference(first, previous.first)} />
          <Figure
            label="Among the first three"
            value={percent(firstThree)}
            note={previous && difference(firstThree, previous.first_three)}
          />
          {inputs !== undefined && (
            <Figure label="Inputs read" value={`${inputs.right} of ${inputs.cases}`} note={undefined} />
          )}
          <Figure label="Became right" value={String(fixed.length)} note={undefined} />
          <Figure label="Became wrong" value={String(broken.length)} note={undefined} isBad={broken.length > 0} />
        </dl>
      </Panel>
      <Panel title="Confusions" padded={confusions.length === 0}>
        {confusions.length === 0 && <p className="text-muted">No operation was taken for another.</p>}
        <ul className="divide-y divide-line">
          {confusions.map(({ expected, found, requests }) => (
            <li key={`${expected} ${found}`} className="px-4 py-2">
              <p className="flex min-w-0 flex-wrap items-center gap-2">
                <Side operation={expected} />
                <ArrowRight aria-label="was taken for" className="size-3.5 shrink-0 text-faint" />
                <Side operation={found} />
                <Badge>{requests.length === 1 ? '1 request' : `${requests.length} requests`}</Badge>
              </p>
              <ThirdPartyText text={requests.slice(0, 3).join(' · ')} limit={240} className="text-sm text-muted" />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function Side({ operation }: { operation: string | null }) {
  if (operation === null) return <span className="text-muted">nothing</span>;
  return <ThirdPartyText text={operation} limit={120} className="font-mono text-sm" />;
}

interface FigureProps {
  label: string;
  value: string;
  note: string | undefined;
  isBad?: boolean;
}

function Figure({ label, value, note, isBad = false }: FigureProps) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-muted">
        {label}
        {note !== undefined && <span className="block">{note}</span>}
      </dt>
      <dd className={`text-xl font-semibold tabular-nums ${isBad ? 'text-bad' : ''}`}>{value}</dd>
    </div>
  );
}
