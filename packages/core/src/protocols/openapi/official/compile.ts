/**
 * Compiles one of our own, trusted schemas into a test that is quick on valid values and an explanation of invalid ones
 * that names causes instead of every branch that failed. Documents are untrusted: explanations and work are limited.
 */
import { childPointer, getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { explainBranches } from './explain-branches.js';
import { togetherPhrase } from './phrases.js';
import type { Branch, Compiler, Node, Problem, Report, Rule, Work } from './problem.js';
import { isFull } from './problem.js';
import { valueRules } from './value-rules.js';

/** Creates a compiler; `named` replaces the targets of references that are not in the schema itself. */
export function createCompiler(root: JsonObject, named: ReadonlyMap<string, () => Node>): Compiler {
  const known = new Map<JsonValue, Node>();
  const compiler: Compiler = {
    node(schema) {
      if (schema === false) return refusal;
      const before = known.get(schema);
      if (before !== undefined) return before;
      let made: Node | undefined;
      // Schemas refer to themselves, so the parts are compiled on first use.
      const lazy: Node = {
        test: (value, work, seen) => open().test(value, work, seen),
        explain: (value, pointer, report) => open().explain(value, pointer, report),
      };
      const open = () => {
        made ??= compile(
          compiler,
          schema,
          (ref) => named.get(ref)?.() ?? compiler.node(getPointer(root, ref.slice(1)) ?? false),
        );
        return made;
      };
      if (typeof schema === 'object') known.set(schema, lazy);
      return lazy;
    },
  };
  return compiler;
}

function compile(compiler: Compiler, schema: JsonValue, follow: (ref: string) => Node): Node {
  const source = isJsonObject(schema) ? schema : {};
  const rules: Rule[] = [];
  if (typeof source.$ref === 'string') rules.push(inPlace(() => follow(String(source.$ref))));
  rules.push(...valueRules(source), ...memberRules(compiler, source), ...combinedRules(compiler, source));
  const isClosed = source.unevaluatedProperties === false;
  const testAll = (value: JsonValue, work: Work, outer?: Set<string>): boolean => {
    work.left -= 1;
    const seen = isClosed ? new Set<string>() : outer;
    let holds = true;
    for (const rule of rules) {
      if (rule.test(value, work, seen)) continue;
      if (seen === undefined) return false;
      holds = false;
    }
    if (isClosed && outer !== undefined) for (const name of seen ?? []) outer.add(name);
    return holds && !(isClosed && isJsonObject(value) && Object.keys(value).some((name) => !seen?.has(name)));
  };
  const node: Node = {
    test(value, work, outer) {
      if (outer !== undefined || work.failed === undefined || typeof value !== 'object' || value === null)
        return testAll(value, work, outer);
      if (work.failed.get(value)?.includes(node)) return false;
      if (testAll(value, work)) return true;
      const failed = work.failed.get(value);
      if (failed === undefined) work.failed.set(value, [node]);
      else failed.push(node);
      return false;
    },
    explain(value, pointer, report) {
      const seen = new Set<string>();
      for (const rule of rules) {
        if (isFull(report)) return;
        if (rule.test(value, report.work, seen)) continue;
        rule.explain(value, pointer, report, seen);
        const last = report.problems.at(-1);
        if (last?.otherType && last.pointer === pointer) return;
      }
      if (!isClosed || !isJsonObject(value)) return;
      const names = entriesOf(source.properties).map(([name]) => name);
      for (const name of Object.keys(value))
        if (!seen.has(name)) notAllowed(report, { pointer, member: name, known: names });
    },
  };
  return node;
}

function notAllowed({ problems }: Report, refused: Pick<Problem, 'pointer' | 'member' | 'known'>): void {
  problems.push({ ...refused, fault: 'is not allowed here' });
}

const never: Rule = {
  test: () => false,
  explain: (_, pointer, report) => report.problems.push({ pointer, fault: 'is not allowed here' }),
};

/** The schema `false`, which no value meets. */
const refusal: Node = {
  test: () => false,
  explain: (value, pointer, report) => never.explain(value, pointer, report, new Set()),
};

/** A schema for the same value. */
function inPlace(find: () => Node): Rule {
  let found: Node | undefined;
  const node = () => {
    found ??= find();
    return found;
  };
  return {
    test: (value, work, seen) => node().test(value, work, seen),
    explain: (value, pointer, report) => node().explain(value, pointer, report),
  };
}

/** Schemas for the members of objects and the items of lists. */
function memberRules(compiler: Compiler, source: JsonObject): Rule[] {
  const rules: Rule[] = [];
  const named = new Map(entriesOf(source.properties).map(([name, each]) => [name, compiler.node(each)]));
  const patterns = entriesOf(source.patternProperties).map(([each, schema]) => ({
    pattern: new RegExp(each, 'u'),
    node: compiler.node(schema),
  }));
  const rest = source.additionalProperties;
  const other = rest === undefined || rest === true ? undefined : compiler.node(rest);
  if (named.size + patterns.length > 0 || rest !== undefined) {
    const others: readonly Node[] = other === undefined ? [] : [other];
    const find = (name: string): readonly Node[] => {
      const own = named.get(name);
      const found = patterns.filter(({ pattern }) => pattern.test(name)).map(({ node }) => node);
      if (own !== undefined) found.push(own);
      return found.length === 0 ? others : found;
    };
    const declared = new Map([...named.keys()].map((name) => [name, find(name)]));
    const nodesOf = (name: string) => declared.get(name) ?? (patterns.length === 0 ? others : find(name));
    rules.push(membersRule(nodesOf, { rest, known: [...named.keys()] }));
  }
  const items = source.items;
  if (items !== undefined) rules.push(itemsRule(compiler.node(items)));
  if (source.propertyNames !== undefined) rules.push(namesRule(compiler.node(source.propertyNames)));
  return rules;
}

function membersRule(
  nodesOf: (name: string) => readonly Node[],
  { rest, known }: { rest: JsonValue | undefined; known: readonly string[] },
): Rule {
  return {
    test(value, work, seen) {
      if (!isJsonObject(value)) return true;
      let holds = true;
      for (const name of Object.keys(value)) {
        const nodes = nodesOf(name);
        if (nodes.length > 0 || rest === true) seen?.add(name);
        for (const node of nodes) holds = node.test(value[name] ?? null, work) && holds;
        if (!holds && seen === undefined) return false;
      }
      return holds;
    },
    explain(value, pointer, report) {
      if (!isJsonObject(value)) return;
      for (const [name, each] of Object.entries(value)) {
        for (const node of nodesOf(name)) {
          if (isFull(report)) return;
          if (node.test(each, report.work)) continue;
          if (node === refusal) notAllowed(report, { pointer, member: name, known });
          else node.explain(each, childPointer(pointer, name), report);
        }
      }
    },
  };
}

function itemsRule(node: Node): Rule {
  return {
    test: (value, work) => !Array.isArray(value) || value.every((each) => node.test(each, work)),
    explain(value, pointer, report) {
      for (const [at, each] of (value as JsonValue[]).entries()) {
        if (isFull(report)) return;
        if (!node.test(each, report.work)) node.explain(each, childPointer(pointer, at), report);
      }
    },
  };
}

function namesRule(node: Node): Rule {
  return {
    test: (value, work) => !isJsonObject(value) || Object.keys(value).every((name) => node.test(name, work)),
    explain(value, pointer, report) {
      for (const name of Object.keys(value as JsonObject).filter((each) => !node.test(each, report.work))) {
        const inner: Report = { ...report, problems: [], limit: 1 };
        node.explain(name, pointer, inner);
        const [first] = inner.problems;
        report.problems.push({ pointer, member: name, fault: first?.fault ?? 'is not allowed here' });
      }
    },
  };
}

/** Keywords that combine schemas for the same value. */
function combinedRules(compiler: Compiler, source: JsonObject): Rule[] {
  const rules: Rule[] = listOf(source.allOf).map((each) => inPlace(() => compiler.node(each)));
  for (const name of ['oneOf', 'anyOf'] as const) {
    const branches = listOf(source[name]).map((schema) => ({ schema, node: compiler.node(schema) }));
    if (branches.length > 0) rules.push(branchesRule(branches, name === 'oneOf'));
  }
  if (source.not !== undefined) rules.push(notRule(source.not, compiler.node(source.not)));
  if (source.if !== undefined) rules.push(conditionRule(compiler, source));
  for (const [name, schema] of entriesOf(source.dependentSchemas)) {
    const node = compiler.node(schema);
    const applies = (value: JsonValue) => isJsonObject(value) && Object.hasOwn(value, name);
    rules.push({
      test: (value, work, seen) => !applies(value) || node.test(value, work, seen),
      explain: (value, pointer, report) => node.explain(value, pointer, report),
    });
  }
  if (source.contains !== undefined) rules.push(containsRule(compiler.node(source.contains), source));
  return rules;
}

function branchesRule(branches: readonly Branch[], isExclusive: boolean): Rule {
  return {
    test(value, work, seen) {
      let count = 0;
      for (const { node } of branches) {
        const own = seen === undefined ? undefined : new Set<string>();
        if (!node.test(value, work, own)) continue;
        count += 1;
        for (const name of own ?? []) seen?.add(name);
        if (!isExclusive && seen === undefined) return true;
      }
      return isExclusive ? count === 1 : count > 0;
    },
    explain: (value, pointer, report) => explainBranches(branches, { value, pointer, report }),
  };
}

function notRule(schema: JsonValue, node: Node): Rule {
  const required = isJsonObject(schema) ? listOf(schema.required).map(String) : [];
  return {
    test: (value, work) => !node.test(value, work),
    explain(value, pointer, report) {
      const listed = isJsonObject(schema) && Array.isArray(schema.enum) && typeof value === 'string';
      const fault =
        required.length > 0 ? togetherPhrase(required) : listed ? `must not be ${JSON.stringify(value)}` : undefined;
      report.problems.push({ pointer, fault: fault ?? 'has a combination that the specification excludes' });
    },
  };
}

function conditionRule(compiler: Compiler, source: JsonObject): Rule {
  const condition = compiler.node(source.if ?? true);
  const [then, otherwise] = [compiler.node(source.then ?? true), compiler.node(source.else ?? true)];
  const chosen = (value: JsonValue, work: Work, seen?: Set<string>) => {
    const own = seen === undefined ? undefined : new Set<string>();
    if (!condition.test(value, work, own)) return otherwise;
    for (const name of own ?? []) seen?.add(name);
    return then;
  };
  return {
    test: (value, work, seen) => chosen(value, work, seen).test(value, work, seen),
    explain: (value, pointer, report) => chosen(value, report.work).explain(value, pointer, report),
  };
}

function containsRule(node: Node, { minContains = 1, maxContains }: JsonObject): Rule {
  const most = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY;
  return {
    test(value, work) {
      if (!Array.isArray(value)) return true;
      const count = value.filter((each) => node.test(each, work)).length;
      return count >= Number(minContains) && count <= most;
    },
    explain: (_, pointer, report) =>
      report.problems.push({ pointer, fault: 'has too many or too few items of one kind' }),
  };
}

/** The items of a keyword's list. */
function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
