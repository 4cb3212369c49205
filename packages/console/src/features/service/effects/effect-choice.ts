/** Effects of an operation for people: words, the choices of the form, and what a change would change; pure functions. */
import type { ChosenEffects } from '@dragoman/model';
import type { OperationEffectsView } from '@dragoman/sdk';
import type { DifferenceRow } from '../../../components/differences.js';

/** The effects that people can set. */
export const effectNames = ['impact', 'idempotent', 'confirm'] as const;

/** One of them. */
export type EffectName = (typeof effectNames)[number];

/** Their names for people. */
export const effectLabels: Readonly<Record<EffectName, string>> = {
  impact: 'Impact',
  idempotent: 'Safe to send twice',
  confirm: 'Always confirmed',
};

/** What each impact means. */
export const impactMeanings = {
  informational: 'Informational: it only reads',
  reversible: 'Reversible: it can be undone',
  irreversible: 'Irreversible: it cannot be undone',
} as const;

/** The choices of the form; empty: as the description has it. */
export type EffectChoice = Readonly<Record<EffectName, string>>;

/** An effect in words. */
export function effectWords(name: EffectName, value: string | boolean | undefined): string {
  if (value === undefined) return 'not stated';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return name === 'impact' && Object.hasOwn(impactMeanings, value)
    ? impactMeanings[value as keyof typeof impactMeanings]
    : value;
}

/** The choices for what is set. */
export function toChoice(chosen: ChosenEffects): EffectChoice {
  const answer = (value: boolean | undefined) => (value === undefined ? '' : value ? 'yes' : 'no');
  return { impact: chosen.impact ?? '', idempotent: answer(chosen.idempotent), confirm: answer(chosen.confirm) };
}

/** The effects of the choices. */
export function toEffects({ impact, idempotent, confirm }: EffectChoice): ChosenEffects {
  return {
    ...(impact === '' ? {} : { impact: impact as NonNullable<ChosenEffects['impact']> }),
    ...(idempotent === '' ? {} : { idempotent: idempotent === 'yes' }),
    ...(confirm === '' ? {} : { confirm: confirm === 'yes' }),
  };
}

/** The words of the command that sets exactly these choices. */
export function toWords(service: string, operation: string, choice: EffectChoice): string[] {
  const options = { impact: '--impact', idempotent: '--idempotent', confirm: '--confirmation' };
  const set = effectNames.flatMap((name) => (choice[name] === '' ? [] : [options[name], choice[name]]));
  return ['effects', service, operation, '--reset', ...set];
}

/** What differs between the effects now and afterwards. */
export function effectDifferences(before: OperationEffectsView, after: OperationEffectsView): DifferenceRow[] {
  const rows = effectNames.map((name) => ({
    place: effectLabels[name],
    before: `${effectWords(name, before[name])} (${originOf(before, name)})`,
    after: `${effectWords(name, after[name])} (${originOf(after, name)})`,
  }));
  return rows.filter((row) => row.before !== row.after);
}

/** Where an effect comes from. */
export function originOf({ chosen, described }: OperationEffectsView, name: EffectName): string {
  if (chosen[name] !== undefined) return 'set by the owner or an administrator';
  return described[name] === undefined ? 'nobody states it' : 'from the description';
}
