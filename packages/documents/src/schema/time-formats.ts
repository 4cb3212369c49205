/** Dates and times as JSON Schema means them (RFC 3339). Other formats are too often used for something else. */
import type { JsonValue } from '@dragoman/model';

const formats: Readonly<Record<string, { test: (text: string) => boolean; example: string }>> = {
  date: { test: isDate, example: '2026-01-31' },
  'date-time': { test: isDateTime, example: '2026-01-31T09:30:00Z' },
};

/** True for a format that values are checked for. */
export function isCheckedFormat(format: JsonValue | undefined): format is string {
  return typeof format === 'string' && Object.hasOwn(formats, format);
}

/** Whether a text has the format. */
export function hasFormat(format: string, text: string): boolean {
  return formats[format]?.test(text) ?? true;
}

/** What is expected, with an example. */
export function formatMessage(format: string): string {
  return `must be a ${format} such as ${formats[format]?.example ?? ''}`;
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)));
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const clock = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

function isDateTime(text: string): boolean {
  return (
    text.length <= 64 && /^[t ]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && clock.test(text.slice(11))
  );
}
