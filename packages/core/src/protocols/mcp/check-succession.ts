/**
 * Pins tools by their fingerprints: when a server changes a tool under the same name, the change is classified and,
 * depending on the policy, held. Scheduled refreshes hold changes; a manual import accepts them.
 */
import type { Containment } from '@dragoman/documents';
import { createSchemaComparison } from '@dragoman/documents';
import type { CallerEffect, Diagnostic, Entry, Impact, JsonSchema, Operation } from '@dragoman/model';
import { classifyTextChange, diagnose } from '@dragoman/model';
import type { SuccessionCheck } from '../../catalogue/publish.js';
import type { ContentChange } from './check-content.js';
import { contentChanges } from './check-content.js';
import { mcpDiagnostics } from './diagnostics.js';
import { pinnedFingerprint } from './fingerprint.js';

/** The effect of a change on callers of the tool. */
export type ToolChange = CallerEffect;

/** How changes found by a scheduled refresh are handled. */
export type ChangePolicy = 'accept' | 'hold-breaking' | 'hold';

/** Creates the check for a policy. */
export function createMcpSuccession(policy: ChangePolicy): SuccessionCheck {
  return (before, after, crawled) => {
    if (before.origin.protocol !== 'mcp' || after.origin.protocol !== 'mcp') return [];
    const holds = (change: ToolChange) =>
      crawled && (policy === 'hold' || (policy === 'hold-breaking' && change === 'breaking'));
    const content = before.content === undefined ? [] : contentChanges(before.content, after.content);
    return [
      ...changesOf(before, after.operations).map(({ name, change, what, at }) =>
        report({ name, change, what }, at, holds(change)),
      ),
      ...content.map((each) => reportContent(each, holds(each.change))),
    ];
  };
}

function reportContent({ kind, name, change, what, pointer }: ContentChange, held: boolean): Diagnostic {
  const code = held ? 'mcp/content-held' : 'mcp/content-changed';
  const found = diagnose(mcpDiagnostics, code, { pointer }, { kind, name: name.slice(0, 80), change, what });
  return soften(found, change, held);
}

/** A change that affects no caller is not a warning. */
function soften(found: Diagnostic, change: ToolChange, held: boolean): Diagnostic {
  return held || change === 'breaking' || change === 'meaning' ? found : { ...found, severity: 'info' };
}

interface Change {
  name: string;
  change: ToolChange;
  what: string;
  /** Index in the new list; undefined for a removed tool. */
  at?: number;
}

/** Steps that comparing all tools of a list may take: some hundred milliseconds. */
const maxSteps = 30_000;

function changesOf(before: Entry, after: readonly Operation[]): Change[] {
  const known = new Map(before.operations.map((operation) => [toolOf(operation), operation]));
  const present = new Set(after.map(toolOf));
  const steps = { left: maxSteps };
  const changed = after.flatMap((operation, at): Change[] => {
    const was = known.get(toolOf(operation));
    if (was === undefined || pinnedFingerprint(was) === pinnedFingerprint(operation)) return [];
    return [{ name: toolOf(operation), at, ...classifyChange(was, operation, steps) }];
  });
  const gone = before.operations.filter((operation) => !present.has(toolOf(operation)));
  return [
    ...changed,
    ...gone.map((operation): Change => ({ name: toolOf(operation), change: 'breaking', what: 'it was removed' })),
  ];
}

/** Classifies the change of one tool; what cannot be decided counts as breaking, so that it is reviewed. */
export function classifyChange(
  was: Operation,
  is: Operation,
  steps: { left: number } = { left: maxSteps },
): Pick<Change, 'change' | 'what'> {
  const input = compareSides(was.input, is.input, steps);
  const output = compareSides(is.output, was.output, steps);
  const broken = [
    describe(input, {
      broken: 'its input no longer accepts everything that it accepted before',
      open: 'its input still accepts everything that it accepted before',
    }),
    describe(output, {
      broken: 'its output may have values that it did not have before',
      open: 'its output may have values that it did not have before',
    }),
    isWorse(was.impact, is.impact) ? 'it declares a higher impact' : undefined,
  ].filter((each) => each !== undefined);
  if (broken.length > 0) return { change: 'breaking', what: broken.join('; ') };
  if (classifyTextChange(was.summary, is.summary)?.effect === 'meaning') {
    return { change: 'meaning', what: 'its description describes something else' };
  }
  const alike = input.isSame && output.isSame && was.impact === is.impact;
  return alike
    ? { change: 'description', what: 'only its texts changed' }
    : { change: 'compatible', what: 'it accepts or describes more than before' };
}

interface Sides extends Containment {
  isSame: boolean;
}

/** Whether the accepting schema allows everything that the other one sends. */
function compareSides(sender: JsonSchema, acceptor: JsonSchema, steps: { left: number }): Sides {
  const comparison = createSchemaComparison({ sender, acceptor, steps });
  const isSame = comparison.isSame(sender, acceptor);
  return isSame ? { verdict: 'contained', isSame } : { ...comparison.compare(sender, acceptor), isSame };
}

/** Longest example in a message. */
const maxExample = 120;

function describe(
  { verdict, counterexample }: Containment,
  { broken, open }: { broken: string; open: string },
): string | undefined {
  if (verdict === 'contained') return undefined;
  if (verdict === 'undecided') return `it cannot be decided whether ${open}`;
  const example = counterexample === undefined ? '' : JSON.stringify(counterexample.value);
  return example === '' || example.length > maxExample ? broken : `${broken}, such as ${example}`;
}

const weight: Readonly<Record<Impact, number>> = { informational: 0, reversible: 1, irreversible: 2 };

/** An undeclared impact counts as reversible, the middle. */
function isWorse(was: Impact | undefined, is: Impact | undefined): boolean {
  return weight[is ?? 'reversible'] > weight[was ?? 'reversible'];
}

function toolOf({ binding, name }: Operation): string {
  return binding.kind === 'mcp' ? binding.tool : name;
}

function report({ name, change, what }: Omit<Change, 'at'>, at: number | undefined, held: boolean): Diagnostic {
  const location = { pointer: at === undefined ? '/tools' : `/tools/${at}` };
  const code = held ? 'mcp/change-held' : 'mcp/tool-changed';
  const found = diagnose(mcpDiagnostics, code, location, { name: name.slice(0, 80), change, what });
  return soften(found, change, held);
}
