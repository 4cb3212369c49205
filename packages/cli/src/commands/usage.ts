/** `dragoman usage`: calls by caller, service and operation in a period, as a table, CSV or JSON. */
import type { AuditRecord } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { readTime } from '../command/interval.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

const dimensions = ['caller', 'service', 'operation', 'day'] as const;
type Dimension = (typeof dimensions)[number];

/** Records that are read at most. */
const maxRecords = 200_000;

interface Sum {
  names: string[];
  calls: number;
  failed: number;
  refused: number;
  unknown: number;
  ms: number;
}

/** Reports usage. */
export const usage: Command = {
  name: 'usage',
  summary: 'Report calls by caller, service, operation or day, as a table, CSV or JSON',
  details:
    'Counts the calls in the audit log of the running server (scope operate or admin), the highest count first. At ' +
    'most 200,000 records are read; the report says when there are more.',
  arguments: [],
  options: [
    {
      name: 'by',
      value: 'name',
      multiple: true,
      description: 'caller, service, operation or day (default: caller and service)',
      choices: dimensions,
    },
    { name: 'since', value: 'time', description: 'From this time on, or for an interval back (default: 30d)' },
    { name: 'until', value: 'time', description: 'Before this time' },
    { name: 'service', value: 'id', description: 'Only calls of this service' },
    { name: 'caller', value: 'subject', description: 'Only calls of this caller' },
    { name: 'csv', description: 'Comma-separated values' },
  ],
  examples: [
    { line: 'dragoman usage --since 7d', explanation: 'Who called what in the last week' },
    { line: 'dragoman usage --by caller --by day --csv > usage.csv', explanation: 'For a spreadsheet' },
  ],
  async run(context) {
    const { print, options } = context;
    const asked = dimensions.filter((each) => options.texts('by').includes(each));
    const by: readonly Dimension[] = asked.length > 0 ? asked : ['caller', 'service'];
    const { sums, isCut } = await count(context, by);
    const rows = sums.map(({ names, calls, failed, refused, unknown, ms }) => ({
      ...Object.fromEntries(by.map((name, at) => [name, names[at] ?? ''])),
      calls,
      failed,
      refused,
      unknown,
      mean_ms: calls === 0 ? 0 : Math.round(ms / calls),
    }));
    if (print.json) print.value({ rows, is_cut: isCut });
    else if (options.flag('csv'))
      for (const row of [titlesOf(by), ...rows.map(Object.values)]) print.raw(row.map(quote).join(','));
    else if (rows.length > 0) {
      print.table(
        titlesOf(by).map((title) => ({ title })),
        rows.map((row) => Object.values(row).map(String)),
      );
    }
    if (rows.length === 0) print.note(line`No calls.`);
    if (isCut)
      print.note(
        line`${print.noteColor.warning('warning:')} only the newest ${maxRecords} records were counted; choose a shorter period.`,
      );
    return 0;
  },
};

function titlesOf(by: readonly Dimension[]): string[] {
  return [...by, 'calls', 'failed', 'refused', 'unknown', 'mean ms'];
}

/** A value of a CSV file; one that a spreadsheet would treat as a formula becomes a text. */
function quote(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : String(value).replace(/^([=+\-@\t\r])/, "'$1");
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function count(context: CommandContext, by: readonly Dimension[]): Promise<{ sums: Sum[]; isCut: boolean }> {
  const { options, runtime } = context;
  const { audit } = connect(context, { attempts: 4 });
  const until = options.text('until');
  const [service, caller] = [options.text('service'), options.text('caller')];
  const conditions = {
    action: 'call',
    since: readTime('since', options.text('since') ?? '30d', runtime.now()),
    ...(until === undefined ? {} : { until: readTime('until', until, runtime.now()) }),
    ...(service === undefined ? {} : { service }),
    ...(caller === undefined ? {} : { caller }),
    limit: 200,
    signal: runtime.signal,
  };
  const sums = new Map<string, Sum>();
  let read = 0;
  let before: number | undefined;
  do {
    const page = await audit.search({ ...conditions, ...(before === undefined ? {} : { before }) });
    for (const record of page.records) add(sums, by, record);
    read += page.records.length;
    before = page.nextBefore;
    if (read > 0 && read % 2000 === 0) context.print.progress(line`${read} calls …`);
  } while (before !== undefined && read < maxRecords);
  context.print.progress(undefined);
  return { sums: [...sums.values()].sort((a, b) => b.calls - a.calls), isCut: before !== undefined };
}

function add(sums: Map<string, Sum>, by: readonly Dimension[], record: AuditRecord): void {
  const { operation = '', durationMs = 0 } = detailOf(record.detail);
  const values = {
    caller: record.actor,
    service: record.target,
    operation: String(operation),
    day: record.at.slice(0, 10),
  };
  const names = by.map((name) => values[name]);
  const key = JSON.stringify(names);
  const sum = sums.get(key) ?? { names, calls: 0, failed: 0, refused: 0, unknown: 0, ms: 0 };
  sums.set(key, sum);
  sum.calls += 1;
  sum.ms += Number(durationMs) || 0;
  if (record.outcome !== 'done') sum[record.outcome] += 1;
}

function detailOf(detail: string | undefined): { operation?: unknown; durationMs?: unknown } {
  try {
    return Object(JSON.parse(detail ?? '{}')) as { operation?: unknown; durationMs?: unknown };
  } catch {
    return {};
  }
}
