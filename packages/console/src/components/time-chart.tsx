/** Lines over time, drawn by uPlot; load it with `lazy()`. The numbers are also in the label for screen readers. */
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useMediaQuery } from './use-media-query.js';

/** A color of the tokens. */
export type ChartColor = 'accent' | 'bad' | 'warn' | 'good' | 'note';

/** One line. */
export interface ChartLine {
  label: string;
  /** One value per time; null where there is none. */
  values: readonly (number | null)[];
  color: ChartColor;
  /** True: the area below the line is filled. */
  isFilled?: boolean;
}

/** Props of a chart. */
export interface TimeChartProps {
  label: string;
  /** Seconds since 1970, ascending. */
  times: readonly number[];
  lines: readonly ChartLine[];
  /** Writes a value of the axis. */
  format: (value: number) => string;
}

/** Pixels of the chart's height. */
const height = 132;

const dayS = 86_400;

/** Times of the axis: the clock within two days, else the date. */
function timeLabels(_: uPlot, times: number[]): string[] {
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > 2 * dayS;
  return times.map((time) => {
    const at = new Date(time * 1000);
    if (isLong) return at.toLocaleDateString('en', { month: 'short', day: 'numeric' });
    return at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  });
}

/** Positions of values without a neighbor: no line reaches them, so each is drawn as a point. */
function lonePositions(values: ChartLine['values']): number[] {
  const has = (at: number) => (values[at] ?? null) !== null;
  return [...values.keys()].filter((at) => has(at) && !has(at - 1) && !has(at + 1));
}

/** The color that a token has now; a canvas cannot read variables. */
function readColor(holder: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${token})`;
  holder.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function chartOptions(holder: HTMLElement, { lines, format }: Pick<TimeChartProps, 'lines' | 'format'>): uPlot.Options {
  const [text, line] = [readColor(holder, 'text-muted'), readColor(holder, 'line')];
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '11px sans-serif' };
  return {
    width: Math.max(holder.clientWidth, 120),
    height,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.15 : 1] } },
    axes: [
      { ...axis, grid: { show: false }, size: 24, space: 70, values: timeLabels },
      { ...axis, size: 56, space: 32, values: (_, values) => values.map((value) => format(value)) },
    ],
    series: [
      {},
      ...lines.map(({ label, color, values, isFilled = false }): uPlot.Series => {
        const stroke = readColor(holder, color);
        const fill = isFilled
          ? { fill: readColor(holder, `${color === 'accent' ? 'surface-selected' : `${color}-soft`}`) }
          : {};
        const points = { show: true, size: 5, width: 0, fill: stroke, filter: () => lonePositions(values) };
        return { label, stroke, width: 1.5, points, spanGaps: false, ...fill };
      }),
    ],
  };
}

/** The chart with its legend. */
export default function TimeChart({ label, times, lines, format }: TimeChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const isDark = useMediaQuery('(prefers-color-scheme: dark)');
  const { theme = isDark ? 'dark' : 'light' } = document.documentElement.dataset;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colors that the canvas is drawn with
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const data = [times, ...lines.map(({ values }) => values)] as unknown as uPlot.AlignedData;
    const plot = new uPlot(chartOptions(element, { lines, format }), data, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: Math.max(element.clientWidth, 120), height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, lines, format, theme]);
  return (
    <figure role="img" aria-label={label} className="min-w-0">
      <div ref={holder} className="min-w-0 overflow-hidden" />
    </figure>
  );
}
