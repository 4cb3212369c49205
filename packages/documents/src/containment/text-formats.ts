/** Formats that the comparison understands: tests, examples, and the ranges of number formats. */
import { hasFormat, isCheckedFormat } from '../schema/time-formats.js';

const tests: Readonly<Record<string, RegExp>> = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/,
  email: /^[^\s@]{1,64}@[^\s@]{1,255}$/,
  uri: /^[a-z][a-z\d+.-]*:\S*$/i,
};

const day = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';

/** Patterns that every text of a format matches; some other texts match them too. */
const outlines: Readonly<Record<string, string>> = {
  date: `^${day}$`,
  'date-time': `^${day}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}[0-9:.zZ+-]+$`,
  uuid: '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  ipv4: '^[0-9]{1,3}(?:[.][0-9]{1,3}){3}$',
  email: '^[^@]+@[^@]+$',
  uri: '^[a-zA-Z][a-zA-Z0-9+.-]*:',
};

/** A pattern that every text of the format matches; undefined for formats that are not understood. */
export function formatOutline(format: string): string | undefined {
  return Object.hasOwn(outlines, format) ? outlines[format] : undefined;
}

const examples: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-01-31', '1999-12-01'],
  'date-time': ['2026-01-31T09:30:00Z', '1999-12-01T00:00:00Z'],
  uuid: ['c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77', '00000000-0000-4000-8000-000000000000'],
  ipv4: ['192.0.2.1', '10.0.0.1'],
  email: ['ada@example.org', 'bob@example.com'],
  uri: ['https://example.org/', 'urn:example:a'],
};

/** Whether a text has a format; undefined for formats that are not understood. */
export function testFormat(format: string, text: string): boolean | undefined {
  if (isCheckedFormat(format)) return hasFormat(format, text);
  return tests[format]?.test(text.slice(0, 400));
}

/** Texts in a format. */
export function formatExamples(format: string): readonly string[] {
  return Object.hasOwn(examples, format) ? (examples[format] ?? []) : [];
}

const bounds: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-2_147_483_648, 2_147_483_647],
  float: [-3.4028234663852886e38, 3.4028234663852886e38],
};

/** The range of a number format. */
export function formatBounds(format: string): readonly [number, number] | undefined {
  return Object.hasOwn(bounds, format) ? bounds[format] : undefined;
}

/** True for a word that the validator ignores, so that it cannot confirm an example. */
export function isUnchecked(word: string): boolean {
  return !isCheckedFormat(word.replace(/^format /, ''));
}
