/** Services with how they are doing, as a table that fits the terminal. */
import type { ServiceState } from '@dragoman/sdk';
import { serviceRemarks } from '@dragoman/sdk';
import type { Paintable, Palette } from '../terminal/paint.js';
import { join } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import type { Column } from '../terminal/table.js';
import { briefText } from './agent-table.js';

/** A column with its cells. */
interface ServiceColumn extends Column {
  cell: (service: ServiceState, color: Palette) => Paintable;
  /** Columns of the terminal from which on it is shown; absent: always. */
  from?: number;
}

const columns: readonly ServiceColumn[] = [
  { title: 'id', cell: ({ id }, color) => color.name(id) },
  { title: 'name', min: 12, prose: true, cell: ({ name }, color) => color.strong(name) },
  { title: 'protocol', from: 100, cell: ({ protocol }) => protocol },
  { title: 'ops', cell: ({ operations }) => operations },
  { title: '24 h', min: 8, cell: ({ usage }, color) => (usage === undefined ? '' : writeUsage(usage, color)) },
  { title: 'remarks', min: 14, cell: (service, color) => join(remarksOf(service, color), ', ') },
  { title: 'description', min: 24, prose: true, from: 140, cell: ({ description }) => briefText(description) },
];

/** One value per cell, for programs. */
const plainColumns: readonly ServiceColumn[] = [
  { title: 'id', cell: ({ id }) => id },
  { title: 'name', cell: ({ name }) => name },
  { title: 'protocol', cell: ({ protocol }) => protocol },
  { title: 'operations', cell: ({ operations }) => operations },
  { title: 'calls', cell: ({ usage }) => usage?.calls ?? '' },
  { title: 'errors', cell: ({ usage }) => usage?.errors ?? '' },
  { title: 'breaker', cell: ({ breaker = '' }) => breaker },
  { title: 'status', cell: ({ status }) => status },
  { title: 'visibility', cell: ({ visibility }) => visibility },
  { title: 'credential', cell: ({ credential }) => credential },
  { title: 'findings', cell: ({ findings }) => findings },
  { title: 'checked', cell: ({ source, read_at }) => source?.checked_at ?? read_at },
  { title: 'description', cell: ({ description }) => briefText(description) },
];

/** Prints services as a table. */
export function printServices(print: Printer, services: readonly ServiceState[]): void {
  const isPipe = print.width === Number.POSITIVE_INFINITY;
  const hasUsage = services.some(({ usage }) => usage !== undefined);
  const shown = columns.filter(({ title, from = 0 }) => from <= print.width && (hasUsage || title !== '24 h'));
  const chosen = isPipe ? plainColumns : shown;
  print.table(
    chosen,
    services.map((service) => chosen.map(({ cell }) => cell(service, print.color))),
  );
}

function writeUsage({ calls, errors }: NonNullable<ServiceState['usage']>, color: Palette): Paintable {
  const counted = `${calls} ${calls === 1 ? 'call' : 'calls'}`;
  return errors === 0 ? counted : join([`${counted},`, color.bad(`${errors} failed`)], ' ');
}

/** What is not as usual about a service; errors have a column of their own. */
function remarksOf(service: ServiceState, color: Palette): Paintable[] {
  const painted = { bad: color.bad, warn: color.warning, info: (text: string) => text };
  return serviceRemarks(service)
    .filter(({ code }) => code !== 'errors')
    .map(({ code, severity, text }) => painted[severity](code === 'findings' ? countFindings(service) : text));
}

function countFindings({ findings }: ServiceState): string {
  return `${findings} ${findings === 1 ? 'finding' : 'findings'}`;
}
