/** Services over time: those with most calls, and the charts of one. */
import type { ServiceUsage, UsageTotals } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { classNames } from '../../components/class-names.js';
import { durationText } from '../../components/duration-text.js';
import { Panel } from '../../components/page.js';
import { Segmented } from '../../components/segmented.js';
import { EmptyState, ErrorState, LoadingRows, LoadingState } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { ChartLine as Line } from '../../components/time-chart.js';
import { type SearchState, textOf, useSearchState } from '../../components/use-search-state.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { type Range, ranges, toSeries } from './usage-series.js';

const TimeChart = lazy(() => import('../../components/time-chart.js'));

/** Milliseconds between two readings; usage is kept by the minute. */
const readEveryMs = 30_000;

const rangeNames = Object.keys(ranges) as Range[];

function readRange(search: SearchState): Range {
  return rangeNames.find((name) => name === textOf(search.range)) ?? 'hour';
}

/** The choice of the time. */
export function RangeChoice() {
  const [search, change] = useSearchState();
  return (
    <Segmented
      label="Time"
      value={readRange(search)}
      options={rangeNames.map((value) => ({ value, label: ranges[value].label }))}
      onChange={(range) => change({ range })}
    />
  );
}

/** The view. */
export function ServiceCharts() {
  const client = useClient();
  const [search, change] = useSearchState();
  const range = readRange(search);
  const { hours } = ranges[range];
  const totals = useQuery({
    queryKey: ['usage', 'totals', hours],
    queryFn: ({ signal }) => client.usage.compare({ hours, signal }),
    refetchInterval: readEveryMs,
  });
  if (totals.isPending) return <LoadingRows />;
  if (totals.isError) return <ErrorState error={explainError(totals.error)} onRetry={() => void totals.refetch()} />;
  const { services } = totals.data;
  const chosen = textOf(search.service) === '' ? services[0]?.service : textOf(search.service);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-page pb-page">
      {chosen === undefined ? (
        <EmptyState icon={ChartLine} title="No calls in this time">
          Calls are counted per service and minute. They appear here within a minute.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-gap lg:grid-cols-[20rem_minmax(0,1fr)]">
          <ServiceList services={services} chosen={chosen} onChoose={(service) => change({ service })} />
          <Charts service={chosen} range={range} />
        </div>
      )}
    </div>
  );
}

interface ServiceListProps {
  services: UsageTotals['services'];
  chosen: string;
  onChoose: (service: string) => void;
}

/** Services listed at most. */
const maxServices = 100;

function ServiceList({ services, chosen, onChoose }: ServiceListProps) {
  return (
    <Panel title="Services with most calls" padded={false}>
      <ul className="max-h-[28rem] divide-y divide-line overflow-y-auto">
        {services.slice(0, maxServices).map(({ service, calls, errors, limited }) => (
          <li key={service}>
            <button
              type="button"
              aria-pressed={service === chosen}
              onClick={() => onChoose(service)}
              className={classNames(
                'flex w-full items-center gap-3 px-4 py-2 text-left focus-visible:-outline-offset-2',
                service === chosen ? 'bg-selected' : 'hover:bg-hover',
              )}
            >
              <ThirdPartyText text={service} limit={120} truncate className="min-w-0 flex-1 font-medium" />
              <span className="text-right text-sm text-muted tabular-nums">
                {calls.toLocaleString('en')}
                <span className="block text-xs">
                  {errors > 0 && <span className="text-bad">{errors.toLocaleString('en')} errors</span>}
                  {errors > 0 && limited > 0 && ' · '}
                  {limited > 0 && <span className="text-warn">{limited.toLocaleString('en')} limited</span>}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Charts({ service, range }: { service: string; range: Range }) {
  const client = useClient();
  const { step, hours } = ranges[range];
  const usage = useQuery({
    queryKey: ['usage', service, step, hours],
    queryFn: ({ signal }) => client.usage.read(service, { step, hours, signal }),
    refetchInterval: readEveryMs,
  });
  if (usage.isPending) return <LoadingRows />;
  if (usage.isError) return <ErrorState error={explainError(usage.error)} onRetry={() => void usage.refetch()} />;
  return <ChartPanels usage={usage.data} />;
}

const shortDuration = (ms: number) => (ms === 0 ? '0' : durationText(ms));

const whole = (value: number) => (Number.isInteger(value) ? value.toLocaleString('en') : '');

function ChartPanels({ usage }: { usage: ServiceUsage }) {
  const { times, lines } = useMemo(() => {
    const series = toSeries(usage);
    const calls: Line[] = [
      { label: 'Calls', values: series.calls, color: 'accent', isFilled: true },
      { label: 'Errors', values: series.errors, color: 'bad' },
    ];
    const durations: Line[] = [
      { label: '95 %', values: series.p95, color: 'warn' },
      { label: 'Half', values: series.p50, color: 'accent' },
    ];
    const limited: Line[] = [{ label: 'Answered with 429', values: series.limited, color: 'warn', isFilled: true }];
    return { times: series.times, lines: { calls, durations, limited } };
  }, [usage]);
  const { calls, errors, limited, p50_ms: p50, p95_ms: p95 } = usage.total;
  const name = visibleText(usage.service, 80);
  const per = usage.step;
  const charts = [
    {
      title: `Calls per ${per}`,
      note: `${calls.toLocaleString('en')} calls, ${errors.toLocaleString('en')} errors`,
      lines: lines.calls,
      format: whole,
    },
    {
      title: 'Time taken',
      note: `half within ${durationText(p50)}, 95 % within ${durationText(p95)}`,
      lines: lines.durations,
      format: shortDuration,
    },
    {
      title: `Calls limited per ${per}`,
      note: `${limited.toLocaleString('en')} answered with 429`,
      lines: lines.limited,
      format: whole,
    },
  ];
  return (
    <div className="flex min-w-0 flex-col gap-gap">
      {charts.map((chart) => (
        <Panel key={chart.title} title={chart.title} description={chart.note} actions={<Legend lines={chart.lines} />}>
          <Suspense fallback={<LoadingState label="Loading the chart" />}>
            <TimeChart
              label={`${chart.title} of ${name}: ${chart.note}`}
              times={times}
              lines={chart.lines}
              format={chart.format}
            />
          </Suspense>
        </Panel>
      ))}
    </div>
  );
}

const swatches = { accent: 'bg-accent', bad: 'bg-bad', warn: 'bg-warn', good: 'bg-good', note: 'bg-note' };

function Legend({ lines }: { lines: readonly Line[] }): ReactNode {
  return (
    <ul className="flex gap-3 text-sm text-muted">
      {lines.map(({ label, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden className={classNames('h-0.5 w-3 rounded', swatches[color])} />
          {label}
        </li>
      ))}
    </ul>
  );
}
