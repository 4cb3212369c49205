/** The differences between two API descriptions for people: by operation, most severe first. */
import type { ApiDifference, ChangeEffect } from '@dragoman/lint';
import type { ChangeEffect as ToolEffect } from '@dragoman/model';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import { plural } from './lint-report.js';

/** What the printing needs of the linter, which is loaded on demand. */
type Grouping = Pick<
  typeof import('@dragoman/lint'),
  'changeEffects' | 'exampleOf' | 'groupChanges' | 'placeOf' | 'versionLine'
>;

/** Prints the differences; wording only with `all`. */
export function printApiDifference(
  print: Printer,
  difference: ApiDifference,
  { changeEffects, exampleOf, groupChanges, placeOf, versionLine, all }: Grouping & { all: boolean },
): void {
  const { counts, changes } = difference;
  for (const group of groupChanges(difference)) {
    const own = group.changes.filter(({ effect }) => all || effect !== 'description');
    if (own.length === 0) continue;
    print.out(line`${print.color.strong(group.name)}`);
    for (const change of own) {
      const { effect, message, rule, tool } = change;
      const about = tool ? ' (changes the tool too)' : '';
      const shown = rule === undefined ? '' : ` [${rule}]`;
      const gap = ' '.repeat(widest - effect.length);
      print.out(
        line`  ${paintEffect(print, effect)}${gap}  ${placeOf(change)}${message}${print.color.faint(`${about}${shown}`)}`,
      );
      const example = exampleOf(change);
      if (example !== '') print.out(line`  ${' '.repeat(widest)}  ${print.color.faint(`for example ${example}`)}`);
    }
  }
  if (!all && counts.description > 0) {
    print.out(
      line`${print.color.faint(`${plural(counts.description, 'change')} of descriptions not shown; --all shows them`)}`,
    );
  }
  if (changes.length > 0) print.out(line`${changeEffects.map((effect) => `${counts[effect]} ${effect}`).join(', ')}`);
  print.out(line`${versionLine(difference)}`);
}

/** Columns of the longest effect. */
const widest = 'description'.length;

/** A change effect in its color, for APIs and tools. */
export function paintEffect({ color }: Printer, effect: ToolEffect | ChangeEffect) {
  if (effect === 'breaking') return color.bad(effect);
  if (effect === 'meaning' || effect === 'undecided') return color.warning(effect);
  return effect === 'compatible' ? color.good(effect) : effect;
}
