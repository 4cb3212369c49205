/** `dragoman policy test`: checks a policy file, runs the tests in it, or decides on one call. */
import { resolve } from 'node:path';
import type { JsonObject } from '@dragoman/model';
import type { PolicyTest } from '@dragoman/server';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { collect, readOrRefuse } from '../files/read-bytes.js';
import { line } from '../terminal/paint.js';

/** Checks and tests a policy. */
export const policyTest: Command = {
  name: 'policy test',
  summary: 'Check a policy file, and test which calls it allows',
  details:
    'Reports every problem of the file with its line, then runs the tests in it (the list "tests"). With --caller, ' +
    '--group, --service, --operation, --impact, ' +
    '--argument or --access it evaluates that one case instead, and says which rule decided. Exit code 1 when the ' +
    'file is invalid, takes the scope admin away from everybody, a test fails or the case is denied.',
  arguments: [{ name: 'file', required: true, multiple: false, description: 'Policy in YAML or JSON' }],
  options: [
    { name: 'caller', value: 'subject', description: 'Subject of the caller' },
    { name: 'group', value: 'name', multiple: true, description: 'A group of the caller' },
    { name: 'service', value: 'id', description: 'Service to call' },
    { name: 'operation', value: 'name', description: 'Operation to call' },
    {
      name: 'impact',
      value: 'impact',
      description: 'Impact of the operation',
      choices: ['informational', 'reversible', 'irreversible', 'unknown'],
    },
    {
      name: 'argument',
      value: 'name=value',
      multiple: true,
      description: 'An argument; name:=json for other values than text',
    },
    { name: 'access', value: 'scope', description: 'Test access to a scope instead of a call, such as admin' },
  ],
  examples: [
    { line: 'dragoman policy test policy.yaml', explanation: 'Check the file and run its tests' },
    {
      line: 'dragoman policy test policy.yaml --group clerks --service payments --operation refund --argument amount:=5000',
      explanation: 'May clerks refund 5,000?',
    },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const { parsePolicy, decideTest, locksOutAdmins } = await import('@dragoman/server');
    const path = resolve(runtime.cwd, args[0] ?? '');
    const bytes = await readOrRefuse(path, () => collect(runtime.openFile(path)));
    const { file, problems } = parsePolicy(new TextDecoder().decode(bytes), path);
    if (file === undefined) {
      if (print.json) print.value({ ok: false, problems });
      for (const { key, origin, message } of problems)
        print.note(line`${print.noteColor.bad('error:')} ${key} (${origin}): ${message}`);
      return 1;
    }
    const single = readCase(context);
    if (single !== undefined) {
      const decision = decideTest(file.policy, single);
      if (print.json) print.value(decision);
      else print.out(describe(context, decision));
      return decision.effect === 'allow' ? 0 : 1;
    }
    const results = file.tests.map((test, at) => {
      const decision = decideTest(file.policy, test);
      return {
        test: test.name ?? `test ${at + 1}`,
        expected: test.expect,
        ...decision,
        ok: decision.effect === test.expect,
      };
    });
    const failed = results.filter(({ ok }) => !ok).length;
    const isLockedOut = locksOutAdmins(file.policy);
    const isGood = failed === 0 && !isLockedOut;
    if (print.json) print.value({ ok: isGood, rules: file.policy.rules.length, results, admin: !isLockedOut });
    else printResults(context, results);
    const tests = results.length === 1 ? 'test' : 'tests';
    if (isLockedOut) {
      print.note(
        line`${print.noteColor.bad('error:')} the policy takes the scope admin away from everybody, so no server accepts it; allow access to admin for a caller or a group before the rule that denies it`,
      );
    }
    print.note(
      line`The file is valid; rules: ${file.policy.rules.length}; ${results.length} ${tests}, ${failed} failed.`,
    );
    return isGood ? 0 : 1;
  },
};

interface Decided {
  effect: string;
  rule?: number;
  reason?: string;
}

function describe({ print: { color } }: CommandContext, { effect, rule, reason }: Decided) {
  const word = effect === 'allow' ? color.good('allow') : color.bad('deny');
  const why = rule === undefined ? 'no rule matches, or the rule is about scopes' : `rule ${rule}`;
  return line`${word}  ${why}${reason === undefined ? '' : `: ${reason}`}`;
}

function printResults(
  { print }: CommandContext,
  results: readonly (Decided & { test: string; expected: string; ok: boolean })[],
): void {
  if (results.length === 0) return;
  const columns = [
    { title: 'test', min: 16, prose: true },
    { title: 'expected' },
    { title: 'decided' },
    { title: 'rule' },
  ];
  print.table(
    columns,
    results.map(({ test, expected, effect, rule, ok }) => [
      test,
      expected,
      ok ? print.color.good(effect) : print.color.bad(effect),
      rule === undefined ? '' : String(rule),
    ]),
  );
}

/** The case of the options; undefined when none is given. */
function readCase({ options }: CommandContext): Omit<PolicyTest, 'expect'> | undefined {
  const given = {
    caller: options.text('caller'),
    service: options.text('service'),
    operation: options.text('operation'),
    impact: options.text('impact'),
    access: options.text('access'),
  };
  const groups = options.texts('group');
  const values = options.texts('argument');
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  if (known.length === 0 && groups.length === 0 && values.length === 0) return undefined;
  return { ...Object.fromEntries(known), groups: [...groups], arguments: readArguments(values) };
}

function readArguments(values: readonly string[]): JsonObject {
  return Object.fromEntries(
    values.map((text) => {
      const [, name = '', isJson, value = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(text) ?? [];
      if (name === '') throw new UsageError(`--argument takes name=value or name:=json, not "${text}"`);
      if (isJson === '') return [name, value];
      try {
        return [name, JSON.parse(value)];
      } catch {
        throw new UsageError(`--argument ${name} is not JSON: ${value}`);
      }
    }),
  );
}
