/**
 * Compares two versions of an API and lists every difference with its effect on callers, for the API and for the
 * generated tools.
 */
import { diagnose, isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { listCalledOperations } from './called-operations.js';
import { type ApiChange, type ChangeEffect, changeEffects, diffRules } from './change.js';
import { compareInfo } from './compare-labels.js';
import { compareOperations, type OperationPair } from './compare-operations.js';
import { compareSchemes } from './compare-schemes.js';
import { compareServers } from './compare-servers.js';
import { compareTool } from './compare-tool-lists.js';
import type { ApiPair } from './part-changes.js';
import { createSchemaEngines } from './schema-engines.js';
import { describeMajor, isRaised, suggestVersion, type VersionStep } from './suggest-version.js';

/** What changed. */
export interface ApiDifference {
  /** Versions of the two documents, and the version that the changes call for. */
  versions: { before: string; after: string; suggested: string; step: VersionStep };
  changes: readonly ApiChange[];
  /** Changes by effect, without the note that the version should have been raised. */
  counts: Readonly<Record<ChangeEffect, number>>;
  breaking: boolean;
}

/** Compares two versions. */
export function compareApis(before: Api, after: Api): ApiDifference {
  const apis: ApiPair = { before, after, engines: createSchemaEngines(before, after) };
  const changes: ApiChange[] = [
    ...compareLists(before.operations, after.operations, apis),
    ...compareCalled(apis),
    ...compareServers({ value: before.root, pointer: '' }, { value: after.root, pointer: '' }),
    ...(after.target === 'openapi' ? [...compareSchemes(before, after), ...compareInfo(before, after)] : []),
  ];
  const versions = { before: versionOf(before), after: versionOf(after) };
  const counts = Object.fromEntries(changeEffects.map((effect) => [effect, 0])) as Record<ChangeEffect, number>;
  for (const { effect } of changes) counts[effect] += 1;
  const broken = counts.breaking;
  const suggestion = suggestVersion(versions, changes);
  const isVersioned = versions.before !== '' || versions.after !== '' || after.target === 'openapi';
  if (broken > 0 && isVersioned && !isRaised(versions)) {
    const rule = 'breaking-change-without-version';
    const { message } = diagnose(diffRules, rule, { pointer: '' }, { count: broken, version: describeMajor(versions) });
    changes.push({
      effect: 'breaking',
      message,
      pointer: '/info/version',
      side: 'new',
      tool: false,
      rule,
      severity: 'error',
    });
  }
  return { versions: { ...versions, ...suggestion }, changes, counts, breaking: broken > 0 };
}

function compareLists(before: readonly ApiOperation[], after: readonly ApiOperation[], apis: ApiPair): ApiChange[] {
  const { pairs, gone, fresh, reused } = pairOperations(before, after);
  const isList = apis.after.target === 'tools';
  const tool = apis.isReversed !== true && !isList;
  const noun = isList ? 'tool' : 'operation';
  const whole = ({ label: operation, pointer }: ApiOperation) => ({ operation, pointer, tool });
  return [
    ...gone.map(
      (each): ApiChange => ({ ...whole(each), effect: 'breaking', message: `The ${noun} was removed.`, side: 'old' }),
    ),
    ...fresh.map(
      (each): ApiChange => ({ ...whole(each), effect: 'compatible', message: `The ${noun} was added.`, side: 'new' }),
    ),
    ...reused.map(reportReuse),
    ...pairs.flatMap((pair) => (isList ? compareTool(pair, apis) : compareOperations(pair, apis))),
  ];
}

/** Webhooks and callbacks, at their places in the documents. */
function compareCalled(apis: ApiPair): ApiChange[] {
  const [was, is] = [listCalledOperations(apis.before), listCalledOperations(apis.after)];
  const changes = compareLists(was.operations, is.operations, { ...apis, isReversed: true });
  return changes.map((change) => ({
    ...change,
    pointer: (change.side === 'old' ? was : is).placeOf(change.pointer),
  }));
}

function versionOf({ root }: Api): string {
  return isJsonObject(root.info) ? String(root.info.version ?? '') : '';
}

interface Paired {
  pairs: OperationPair[];
  gone: ApiOperation[];
  fresh: ApiOperation[];
  /** Pairs with the same operationId on different routes. */
  reused: OperationPair[];
}

/**
 * Matches by route first, whatever its parameters are called; `{$…}` in the address of a callback is no parameter. The
 * rest is matched by operationId, which then identifies another route. Tools have only names.
 */
function pairOperations(before: readonly ApiOperation[], after: readonly ApiOperation[]): Paired {
  const route = ({ method, path, label }: ApiOperation) =>
    path === '' ? label : `${method} ${path.replaceAll(/\{(?!\$)[^{}]*\}/g, '{}')}`;
  const routes = new Map(after.map((each) => [route(each), each]));
  const pairs: OperationPair[] = [];
  const left: ApiOperation[] = [];
  for (const each of before) {
    const now = routes.get(route(each));
    if (now === undefined) left.push(each);
    else {
      pairs.push({ before: each, after: now });
      routes.delete(route(each));
    }
  }
  const named = new Map(
    [...routes.values()].flatMap((each) => (each.id === undefined ? [] : [[each.id, each] as const])),
  );
  const reused = left.flatMap((each) => {
    const now = each.id === undefined ? undefined : named.get(each.id);
    return now === undefined ? [] : [{ before: each, after: now }];
  });
  const met = new Set(reused.flatMap(({ before: one, after: other }) => [one, other]));
  return {
    pairs: [...pairs, ...reused],
    gone: left.filter((each) => !met.has(each)),
    fresh: [...routes.values()].filter((each) => !met.has(each)),
    reused,
  };
}

function reportReuse({ before, after }: OperationPair): ApiChange {
  const rule = 'operation-id-reused';
  const place = ({ method, path }: ApiOperation) => `${method.toUpperCase()} ${path}`;
  const parameters = { id: after.id ?? '', before: place(before), after: place(after) };
  const { message } = diagnose(diffRules, rule, { pointer: '' }, parameters);
  return {
    effect: 'breaking',
    message,
    operation: after.label,
    pointer: after.pointer,
    side: 'new',
    tool: false,
    rule,
    severity: 'error',
  };
}
