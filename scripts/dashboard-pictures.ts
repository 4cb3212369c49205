/**
 * Draws the Grafana dashboards from the data of a Prometheus server, as SVG, where Grafana is not available:
 * `npx tsx --tsconfig tsconfig.tests.json scripts/dashboard-pictures.ts <URL of Prometheus> <seconds> <folder>`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Panel {
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string; legendFormat: string }[];
  fieldConfig: { defaults: { unit: string } };
}

interface Series {
  name: string;
  points: [time: number, value: number][];
}

const unit = { width: 50, height: 32, gap: 8 };
const colors = [
  '#3b7dd8',
  '#d9772b',
  '#3a9d5d',
  '#c23f5a',
  '#8458b3',
  '#7a7a2e',
  '#2a9aa5',
  '#b3559e',
  '#666666',
  '#a0522d',
];
const dashboards = fileURLToPath(new URL('../deploy/grafana/dashboards/', import.meta.url));

const [prometheus = '', seconds = '300', folder = '.'] = process.argv.slice(2);
if (!URL.canParse(prometheus)) {
  console.error('Usage: dashboard-pictures.ts <URL of Prometheus> <seconds> <folder>');
  process.exit(2);
}
const end = Math.floor(Date.now() / 1000);
const start = end - Number(seconds);

async function query({ expr, legendFormat }: Panel['targets'][number]): Promise<Series[]> {
  const step = String(Math.max(1, Math.floor(Number(seconds) / 120)));
  const parameters = new URLSearchParams({ query: expr, start: String(start), end: String(end), step });
  const answer = await fetch(`${prometheus}/api/v1/query_range?${parameters}`);
  if (!answer.ok) throw new Error(`${expr}: ${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as {
    data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
  };
  return data.result.map(({ metric, values }) => ({
    name: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ''),
    points: values
      .map(([time, value]): [number, number] => [time, Number(value)])
      .filter(([, value]) => !Number.isNaN(value)),
  }));
}

/** A value with the unit of its panel. */
function write(value: number, name: string): string {
  if (name === 'percentunit') return `${(100 * value).toPrecision(3)} %`;
  if (name === 'bytes') return `${(value / 2 ** 20).toFixed(0)} MiB`;
  if (name === 's') return value < 1 ? `${(1000 * value).toPrecision(3)} ms` : `${value.toPrecision(3)} s`;
  const short = value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
  return name === 'reqps' ? `${short}/s` : short;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function text(x: number, y: number, content: string, { size = 11, color = '#222', weight = 400 } = {}): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" font-weight="${weight}" fill="${color}">${escapeXml(content)}</text>`;
}

function drawPanel({ type, title, gridPos, fieldConfig }: Panel, series: readonly Series[]): string {
  const [x, y] = [gridPos.x * unit.width, gridPos.y * unit.height];
  const [width, height] = [gridPos.w * unit.width - unit.gap, gridPos.h * unit.height - unit.gap];
  const own = fieldConfig.defaults.unit;
  const parts = [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="#fff" stroke="#ccd"/>`,
    text(x + 10, y + 18, title, { size: 12, weight: 600 }),
  ];
  const drawn = series.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) parts.push(text(x + 10, y + 50, 'no data', { color: '#888' }));
  else if (type === 'stat')
    parts.push(text(x + 10, y + height - 24, write(drawn[0]?.points.at(-1)?.[1] ?? 0, own), { size: 32, weight: 600 }));
  else parts.push(...drawLines(drawn, { x: x + 10, y: y + 28, width: width - 20, height: height - 62 }, own));
  return parts.join('');
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function drawLines(series: readonly Series[], { x, y, width, height }: Box, own: string): string[] {
  const most = Math.max(...series.flatMap(({ points }) => points.map(([, value]) => value)), 1e-9);
  const lines = series.map(({ points }, at) => {
    const path = points.map(([time, value]) => {
      const [across, up] = [(time - start) / (end - start), value / most];
      return `${(x + across * width).toFixed(1)},${(y + height - up * height).toFixed(1)}`;
    });
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${colors[at % colors.length]}" stroke-width="1.5"/>`;
  });
  let legendX = x;
  const legend = series.slice(0, 6).flatMap(({ name, points }, at) => {
    const label = `${name} ${write(points.at(-1)?.[1] ?? 0, own)}`;
    const from = legendX;
    legendX += 7 * label.length + 12;
    return legendX > x + width + 12
      ? []
      : [text(from, y + height + 20, label, { size: 10, color: colors[at % colors.length] ?? '' })];
  });
  return [
    `<line x1="${x}" y1="${y + height}" x2="${x + width}" y2="${y + height}" stroke="#ccd"/>`,
    text(x, y - 1, write(most > 1e-9 ? most : 0, own), { size: 10, color: '#888' }),
    ...lines,
    ...legend,
  ];
}

for (const file of readdirSync(dashboards)) {
  const { panels } = JSON.parse(readFileSync(join(dashboards, file), 'utf8')) as { panels: Panel[] };
  const drawn: string[] = [];
  for (const panel of panels) drawn.push(drawPanel(panel, (await Promise.all(panel.targets.map(query))).flat()));
  const height = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h)) * unit.height;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${24 * unit.width} ${height}" font-family="sans-serif"><title>Dashboard ${file.replace('.json', '')}</title><rect width="100%" height="100%" fill="#f4f5f8"/>${drawn.join('\n')}</svg>\n`;
  writeFileSync(join(folder, file.replace('.json', '.svg')), picture);
  console.log(join(folder, file.replace('.json', '.svg')));
}
