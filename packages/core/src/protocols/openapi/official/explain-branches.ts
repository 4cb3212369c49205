/**
 * Chooses which of several alternatives an invalid value was meant to be, so that only its problems are reported: a
 * reference when it has `$ref`, otherwise the alternative whose fixed members (such as `in` and `type`) agree best.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { enumPhrase, togetherPhrase } from './phrases.js';
import type { Branch, Problem, Report } from './problem.js';

/** Problems of one alternative that are looked at for the choice. */
const maxCompared = 20;

interface Explained {
  problems: Problem[];
  cost: number;
}

/** Explains why a value meets none of the alternatives, or more than one. */
export function explainBranches(
  branches: readonly Branch[],
  { value, pointer, report }: { value: JsonValue; pointer: string; report: Report },
): void {
  const meets = branches.filter(({ node }) => node.test(value, report.work));
  if (meets.length > 1) {
    // A missing member that decides between the alternatives was reported already.
    if (report.problems.some((each) => each.pointer === pointer && each.fault === 'is missing')) return;
    const names = [...new Set(meets.flatMap(({ schema }) => requiredOf(schema)))];
    report.problems.push({
      pointer,
      fault: names.length > 1 ? togetherPhrase(names) : 'meets several alternatives at once',
    });
    return;
  }
  const explained = candidates(branches, value).map(({ node }): Explained => {
    const inner: Report = { ...report, problems: [], limit: Math.min(maxCompared, report.limit) };
    node.explain(value, pointer, inner);
    return { problems: inner.problems, cost: inner.problems.reduce((sum, each) => sum + costOf(each, pointer), 0) };
  });
  const missing = soleRequirements(explained, pointer);
  if (missing !== undefined) {
    report.problems.push({ pointer, fault: `must have one of ${missing.map((name) => `"${name}"`).join(', ')}` });
    return;
  }
  const common = commonChoice(explained, value, pointer);
  if (common !== undefined) {
    report.problems.push(common);
    return;
  }
  const [best] = explained.sort((one, other) => one.cost - other.cost);
  report.problems.push(...(best?.problems ?? []));
}

function candidates(branches: readonly Branch[], value: JsonValue): readonly Branch[] {
  const [references, others] = [branches.filter(isReference), branches.filter((each) => !isReference(each))];
  const isReferring = isJsonObject(value) && Object.hasOwn(value, '$ref');
  const chosen = isReferring ? references : others;
  return chosen.length === 0 ? branches : chosen;
}

function isReference({ schema }: Branch): boolean {
  return (
    isJsonObject(schema) && typeof schema.$ref === 'string' && /(Reference|jsonReference|reference)$/.test(schema.$ref)
  );
}

/** A fixed value that differs says that another alternative was meant; a wrong type says so even more. */
function costOf({ pointer, otherType, allowed, distinguishes }: Problem, at: string): number {
  const depth = pointer.slice(at.length).split('/').length - 1;
  if (otherType && depth === 0) return 1_000;
  const isName = allowed?.length === 1 && typeof allowed[0] === 'string';
  if (depth === 1 && (distinguishes || isName)) return 50;
  return depth > 1 ? 1 : 2;
}

/** When each alternative only lacks a member, one of those members is missing. */
function soleRequirements(explained: readonly Explained[], pointer: string): string[] | undefined {
  const names = explained.flatMap(({ problems: [first, ...more] }) =>
    first?.pointer === pointer && first.member !== undefined && first.fault === 'is missing' && more.length === 0
      ? [first.member]
      : [],
  );
  return explained.length > 1 && names.length === explained.length ? [...new Set(names)] : undefined;
}

/** When all alternatives refuse the same member because of its value, the values of all of them are the choice. */
function commonChoice(explained: readonly Explained[], value: JsonValue, pointer: string): Problem | undefined {
  const [first] = explained;
  for (const { pointer: at, allowed } of first?.problems ?? []) {
    if (allowed === undefined || explained.length < 2) continue;
    const all = explained.map(({ problems }) =>
      problems.find((each) => each.pointer === at && each.allowed !== undefined),
    );
    if (all.some((each) => each === undefined)) continue;
    const values = all.flatMap((each) => each?.allowed ?? []);
    const name = at.slice(pointer.length + 1);
    const given: JsonObject = isJsonObject(value) ? value : {};
    return { pointer: at, fault: enumPhrase(values, given[name] ?? null), allowed: values, distinguishes: true };
  }
  return undefined;
}

function requiredOf(schema: JsonValue): string[] {
  return isJsonObject(schema) && Array.isArray(schema.required) ? schema.required.map(String) : [];
}
