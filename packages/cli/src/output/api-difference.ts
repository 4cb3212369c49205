/** The differences between two API descriptions for people: by operation, most severe first. */
import type { ApiChange, ApiDifference, ChangeEffect } from '@dragoman/lint';
import type { ChangeEffect as ToolEffect } from '@dragoman/model';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

const order: readonly ChangeEffect[] = ['breaking', 'meaning', 'compatible', 'description'];

/** Prints the differences. */
export function printApiDifference(print: Printer, { changes, counts, versions }: ApiDifference): void {
  const groups = new Map<string, ApiChange[]>();
  for (const change of changes) {
    const name = change.operation ?? 'the document';
    groups.set(name, [...(groups.get(name) ?? []), change]);
  }
  for (const [name, own] of groups) {
    print.out(line`${print.color.strong(name)}`);
    const sorted = [...own].sort((one, other) => order.indexOf(one.effect) - order.indexOf(other.effect));
    for (const { effect, message, rule, tool } of sorted) {
      const about = tool ? ' (tool too)' : '';
      const shown = rule === undefined ? '' : ` [${rule}]`;
      print.out(line`  ${paintEffect(print, effect)}  ${message}${print.color.faint(`${about}${shown}`)}`);
    }
  }
  const summary = order.map((effect) => `${counts[effect]} ${effect}`).join(', ');
  print.out(line`${versions.before} → ${versions.after}: ${changes.length === 0 ? 'no change' : summary}`);
}

/** A change effect in its color, for APIs and tools. */
export function paintEffect({ color }: Printer, effect: ToolEffect) {
  if (effect === 'breaking') return color.bad(effect);
  return effect === 'meaning' ? color.warning(effect) : effect === 'compatible' ? color.good(effect) : effect;
}
