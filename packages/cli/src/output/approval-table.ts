/** Calls that wait for a person, for people. */
import type { Approval } from '@dragoman/sdk';
import type { Painted, Palette } from '../terminal/paint.js';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import { escapeJson } from '../terminal/sanitize.js';

/** Prints approvals as a table. */
export function printApprovals(print: Printer, approvals: readonly Approval[]): void {
  print.table(
    [{ title: 'id', min: 36 }, { title: 'state' }, { title: 'call', min: 16, prose: true }, { title: 'caller' }],
    approvals.map((approval) => [
      print.color.name(approval.id),
      stateOf(approval, print.color),
      `${approval.agent} ${approval.operation}`,
      approval.caller,
    ]),
  );
}

/** The lines of one approval: what would be called, with which arguments, who asks, and until when. */
export function approvalLines(print: Printer, approval: Approval): Painted[] {
  const { color } = print;
  const { agent, operation, version, impact, caller, actor, input, decided_by, decided_at, note } = approval;
  const shown = typeof input === 'string' && approval.input_cut === true ? `${input}…` : JSON.stringify(input, null, 2);
  const name = (text: string) => color.faint(text.padEnd(10));
  return [
    line`${color.name(approval.id)}  ${stateOf(approval, color)}`,
    line`  ${name('call')}${agent} ${operation} (version ${version}, ${impact})`,
    line`  ${name('request')}${approval.method} ${approval.target}`,
    line`  ${name('caller')}${caller}${actor === undefined ? '' : ` through ${actor}`}`,
    line`  ${name('created')}${approval.created_at}`,
    line`  ${name('until')}${approval.expires_at}`,
    ...(decided_by === undefined ? [] : [line`  ${name('decided')}${decided_at ?? ''} by ${decided_by}`]),
    ...(note === undefined ? [] : [line`  ${name('note')}${note}`]),
    line`  ${name('arguments')}`,
    ...escapeJson(shown)
      .split('\n')
      .map((text) => line`    ${text}`),
  ];
}

function stateOf({ state }: Approval, color: Palette): Painted {
  if (state === 'pending') return color.warning(state);
  return state === 'approved' || state === 'used' ? color.good(state) : color.bad(state);
}
