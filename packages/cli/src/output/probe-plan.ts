/** The plan of a probe for people: what will be sent, and every operation that is left out, grouped by reason. */
import type { ProbePlan } from '@dragoman/lint/probe';
import { line, type Painted } from '../terminal/paint.js';
import { plural } from './lint-report.js';

type LeftOut = ProbePlan['leftOut'][number];
type Operation = LeftOut['operation'];

/** The lines of the plan; `verbose` lists the reads too. */
export function planLines(plan: ProbePlan, { verbose }: { verbose: boolean }): Painted[] {
  const { base, reads, writes, consented, leftOut, maxRequests, methods } = plan;
  const allowed = [...consented, ...writes];
  const plain = reads.filter((each) => !consented.includes(each));
  const acting = consented.length === 0 ? '' : ` and ${consented.length} GET that may change something`;
  return [
    line`Base URL ${base.href}`,
    line`Plan: ${plural(plain.length, 'read')}${acting} with one request each, then the checks; at most ${plural(maxRequests, 'request')} in all.`,
    ...(verbose ? groupLines(plain.map(nameOf)) : []),
    ...(methods.length > 0 ? [line`Methods other than GET: ${methods.join(', ')}`] : []),
    ...(allowed.length > 0 ? [line`Operations that you allowed: ${allowed.map(({ label }) => label).join(', ')}`] : []),
    ...(leftOut.length > 0 ? [line`Not called: ${plural(leftOut.length, 'operation')}`] : []),
    ...leftOutLines(
      'Only with consent (--allow-writes --writes <operation>)',
      leftOut.filter(({ needsConsent }) => needsConsent),
    ),
    ...leftOutLines(
      'For other reasons',
      leftOut.filter(({ needsConsent }) => !needsConsent),
    ),
  ];
}

/** Reasons that several operations share are headings; the others follow their operation. */
function leftOutLines(title: string, leftOut: readonly LeftOut[]): Painted[] {
  const groups = new Map<string, Operation[]>();
  for (const { operation, reason } of leftOut) groups.set(reason, [...(groups.get(reason) ?? []), operation]);
  const shared = [...groups].filter(([, { length }]) => length > 1);
  const single = leftOut.filter(({ reason }) => groups.get(reason)?.length === 1);
  return leftOut.length === 0
    ? []
    : [
        line`  ${title}: ${leftOut.length}`,
        ...shared.flatMap(([reason, operations]) => [
          line`    ${reason}: ${operations.length}`,
          ...groupLines(operations.map(nameOf), 6),
        ]),
        ...single.map(({ operation, reason }) => line`    ${nameOf(operation)}: ${reason}`),
      ];
}

function groupLines(names: readonly string[], indent = 2): Painted[] {
  const space = ' '.repeat(indent);
  return names.map((name) => line`${space}${name}`);
}

function nameOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}
