/** Runs compare-parts*.cases.yaml: changes of parts of an operation with the verdict that the specifications give. */
import { readFileSync } from 'node:fs';
import { convertSwagger, isSwagger } from '@dragoman/core/descriptions';
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readApi } from '../api/read-api.js';
import { defaultSettings } from '../settings/settings.js';
import { compareApis } from './compare-apis.js';

/** The older and the newer form of one part. */
type Pair = [JsonObject, JsonObject];

interface PartCase {
  title: string;
  request?: Pair;
  response?: Pair;
  operation?: Pair;
  path?: Pair;
  document?: Pair;
  /** Whole documents instead. */
  documents?: Pair;
  /** The older and the newer path. */
  rename?: [string, string];
  breaking: boolean;
}

const cases = ['compare-parts', 'compare-parts-more'].flatMap(
  (name) =>
    parse(readFileSync(new URL(`./${name}.cases.yaml`, import.meta.url), 'utf8'), {
      maxAliasCount: 1000,
    }) as PartCase[],
);

function documentOf(given: PartCase, at: 0 | 1): JsonObject {
  if (given.documents !== undefined) return given.documents[at];
  const content = (pair: Pair | undefined) =>
    pair === undefined ? {} : { content: { 'application/json': { schema: pair[at] } } };
  const operation: JsonObject = {
    operationId: 'createThing',
    ...(given.request === undefined ? {} : { requestBody: content(given.request) }),
    responses: { '200': { description: 'OK', ...content(given.response) } },
    ...given.operation?.[at],
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    paths: { [given.rename?.[at] ?? '/things']: { ...given.path?.[at], post: operation } },
    ...given.document?.[at],
  };
}

describe('compareApis', () => {
  it.each(cases)('PROF-VER-02: $title (breaking: $breaking)', (given) => {
    const read = (document: JsonObject) =>
      readApi(isSwagger(document) ? convertSwagger(document).document : document, defaultSettings);
    const [before, after] = [read(documentOf(given, 0)), read(documentOf(given, 1))];
    const changes = compareApis(before, after).changes.filter(({ rule }) => rule !== 'breaking-change-without-version');
    expect(changes.filter(({ effect }) => effect === 'undecided')).toEqual([]);
    expect(changes.some(({ effect }) => effect === 'breaking')).toBe(given.breaking);
  });
});
