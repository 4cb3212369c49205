/** A profile of a service for people: failed and repaired rules, then scores and the label. */
import type { AgentProfile, AgentProfileRule } from '@dragoman/sdk';
import type { Painted, Palette } from '../terminal/paint.js';
import { line } from '../terminal/paint.js';

/** How a profile is formatted. */
export interface ProfileStyle {
  color: Palette;
  /** Also show rules that hold or are not determined. */
  all: boolean;
}

const words: Readonly<Record<AgentProfileRule['verdict'], string>> = {
  fails_upstream: 'fails upstream',
  partly_repaired: 'fails upstream, partly repaired',
  repaired_here: 'fails upstream, repaired here',
  supplied_here: 'not determined upstream, supplied here',
  not_determined: 'not determined',
  holds: 'holds',
};

const shownAlways: readonly string[] = ['fails_upstream', 'partly_repaired', 'repaired_here'];

/** Maximum number of operations that a line names. */
const mostNamed = 3;

/** The lines of a profile. */
export function profileLines(profile: AgentProfile, { color, all }: ProfileStyle): Painted[] {
  const verdicts = Object.keys(words) as AgentProfileRule['verdict'][];
  const shown = verdicts.filter((verdict) => all || shownAlways.includes(verdict));
  return [
    ...shown.flatMap((verdict) => groupLines(profile, verdict, color)),
    scoreLine(profile, color),
    line`  ${color.faint(profile.abilities.map(describeAbility).join(', '))}`,
    ...labelLines(profile, color),
    ...basisLines(profile, color),
  ];
}

function scoreLine({ id, score }: AgentProfile, color: Palette): Painted {
  if (score.upstream === undefined) return line`${color.strong(id)}: no score, because the service has no operations`;
  return line`${color.strong(id)}: score ${score.upstream} of 100 upstream, ${color.strong(String(score.here))} here`;
}

function describeAbility({ ability, upstream, here }: AgentProfile['abilities'][number]): string {
  if (here === undefined) return `${ability} not applicable`;
  return `${ability} ${upstream === here ? here : `${upstream ?? '–'} → ${here}`}`;
}

function groupLines({ rules }: AgentProfile, verdict: AgentProfileRule['verdict'], color: Palette): Painted[] {
  const own = rules.filter((each) => each.verdict === verdict);
  if (own.length === 0) return [];
  const paint = verdict === 'fails_upstream' || verdict === 'partly_repaired' ? color.bad : color.good;
  return [line`${paint(words[verdict])} (${own.length})`, ...own.map((rule) => ruleLine(rule, color)), line``];
}

function ruleLine({ rule, severity, repair, operations, verdict }: AgentProfileRule, color: Palette): Painted {
  const more = operations.length > mostNamed ? ` and ${operations.length - mostNamed} more` : '';
  const named = operations.length === 0 ? '' : ` in ${operations.slice(0, mostNamed).join(', ')}${more}`;
  const isOpen = verdict === 'fails_upstream' || verdict === 'partly_repaired';
  const cure = repair === undefined ? '' : isOpen ? `  the gateway can supply this (${repair})` : `  ${repair}`;
  return line`  ${severity.padEnd(7)} ${rule}${named}${color.faint(cure)}`;
}

function labelLines({ label }: AgentProfile, color: Palette): Painted[] {
  if (label.length === 0) return [];
  const count = (side: 'upstream' | 'here', verdict: string) => label.filter((each) => each[side] === verdict).length;
  const open = label.filter(({ here }) => here === 'fails' || here === 'not_determined');
  return [
    line`  label: ${count('upstream', 'holds')} of ${label.length} conditions hold upstream, ${count('here', 'holds')} here`,
    ...open.map(
      ({ id, condition, here, reason }) =>
        line`    ${here === 'fails' ? color.bad('fails         ') : color.faint('not determined')}  ${condition} ${color.faint(`(${id}; ${reason})`)}`,
    ),
  ];
}

function basisLines({ basis, counts }: AgentProfile, color: Palette): Painted[] {
  if (basis === 'description' || counts.not_determined + counts.supplied_here === 0) return [];
  return [line`  ${color.faint('evaluated from the stored description; --description evaluates the document itself')}`];
}
