/** `dragoman agis explain`: explains a rule of the validator, with a wrong and a right example. */
import type { ExplainedFinding, ExplainedRule } from '@dragoman/agis';
import type { Command, CommandContext } from '../command/command.js';
import { nearest } from '../command/nearest.js';
import { UsageError } from '../command/usage-error.js';
import { line } from '../terminal/paint.js';

/** Explains rules. */
export const agisExplain: Command = {
  name: 'agis explain',
  summary: 'Explain a rule of the AGIS validator',
  details:
    'Accepts the rule id that is printed in brackets after a finding, with or without "AGIS-", or a code. Without an id, lists all rules.',
  arguments: [{ name: 'rule', required: false, multiple: false, description: 'Such as AGIS-METH-02 or meth-02' }],
  options: [],
  examples: [
    { line: 'dragoman agis explain METH-02', explanation: 'One rule' },
    { line: 'dragoman agis explain', explanation: 'All rules' },
  ],
  async run(context) {
    const { args, print } = context;
    const { explainRule, listRules } = await import('@dragoman/agis');
    const [name] = args;
    if (name === undefined) {
      printList(context, listRules());
      return 0;
    }
    const rule = explainRule(name);
    if (rule === undefined) {
      const ids = listRules().map((each) => each.rule);
      const close = nearest(name.toUpperCase(), ids);
      throw new UsageError(`unknown rule "${name}"${close === undefined ? '' : `; did you mean ${close}?`}`);
    }
    if (print.json) print.value(rule);
    else printRule(context, rule);
    return 0;
  },
};

function printList({ print }: CommandContext, rules: readonly ExplainedRule[]): void {
  const rows = rules.flatMap(({ rule, findings }) =>
    findings.map(({ severity, message }) => [rule, severity, message]),
  );
  if (print.json) print.value(rules);
  else print.table([{ title: 'RULE' }, { title: 'SEVERITY' }, { title: 'FINDING', min: 30 }], rows);
}

function printRule({ print }: CommandContext, { rule, findings }: ExplainedRule): void {
  print.out(line`${print.color.strong(rule)}`);
  for (const finding of findings) printFinding({ print }, finding);
}

function printFinding({ print }: Pick<CommandContext, 'print'>, finding: ExplainedFinding): void {
  const { color } = print;
  const { severity, message, why, help, wrong, right, code } = finding;
  const grade = severity === 'error' ? color.bad : severity === 'warning' ? color.warning : color.faint;
  print.out(line``);
  print.out(line`${grade(severity)}  ${message}  ${color.faint(code)}`);
  print.out(line`  why    ${why}`);
  print.out(line`  fix    ${help}`);
  for (const [label, text] of [['wrong', wrong] as const, ['right', right] as const]) {
    (text ?? '').split('\n').forEach((each, index) => {
      if (text !== undefined) print.out(line`  ${index === 0 ? color.faint(label) : '     '}  ${each}`);
    });
  }
}
