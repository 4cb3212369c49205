/** Reads the reference sets: documents with the expected result of validation. */
import { readdirSync, readFileSync } from 'node:fs';
import { isJsonObject } from '@dragoman/model';

/** One document of a set. */
export interface ReferenceDocument {
  name: string;
  bytes: Uint8Array;
  level: 1 | 2;
  /** The rule that an invalid document breaks. */
  rule?: string;
  /** Rules of the warnings that a borderline document causes. */
  warns: string[];
  about: string;
}

/** The documents of a set, by name. */
export function readReferenceSet(set: 'valid' | 'invalid' | 'borderline'): ReferenceDocument[] {
  const folder = new URL(`./reference/${set}/`, import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.includes('.agis'))
    .sort()
    .map((name) => {
      const bytes = readFileSync(new URL(name, folder));
      const expected = readExpectations(new TextDecoder().decode(bytes));
      return {
        name: `${set}/${name}`,
        bytes,
        level: expected.level === '2' || name.includes('-level2') ? 2 : 1,
        ...(expected.rule === undefined ? {} : { rule: expected.rule }),
        warns: (expected.warns ?? '').split(/[,\s]+/).filter((rule) => rule !== ''),
        about: expected.about ?? '',
      };
    });
}

function readExpectations(text: string): Record<string, string | undefined> {
  if (text.trimStart().startsWith('{')) {
    const json = /"x_expect"\s*:\s*(\{[^{}]*\})/.exec(text)?.[1];
    const value: unknown = json === undefined ? {} : JSON.parse(json);
    return isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each)]))
      : {};
  }
  return Object.fromEntries(
    [...text.matchAll(/^# (rule|warns|level|about): (.*)$/gm)].map(([, key, value]) => [key, value?.trim()]),
  );
}
