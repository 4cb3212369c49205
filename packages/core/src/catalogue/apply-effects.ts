/**
 * Effects of operations that the owner of a service or an administrator sets: they have precedence over what the
 * description declares and over what is derived, and they are kept when the description is read again.
 */
import type { ChosenEffects, Entry, Operation } from '@dragoman/model';

/** The operations with the effects that people set for them. */
export function applyEffects(operations: readonly Operation[], effects: Entry['effects'] = {}): Operation[] {
  return operations.map((operation) => {
    const described = describedOperation(operation);
    const chosen = Object.hasOwn(effects, operation.id) ? effects[operation.id] : undefined;
    return chosen === undefined ? described : withEffects(described, chosen);
  });
}

function withEffects(operation: Operation, chosen: ChosenEffects): Operation {
  const { impact, idempotent, safety, derived } = operation;
  const confirm = chosen.confirm === undefined ? safety : { ...safety, confirm: chosen.confirm };
  return {
    ...operation,
    ...(chosen.impact === undefined ? {} : { impact: chosen.impact }),
    ...(chosen.idempotent === undefined ? {} : { idempotent: chosen.idempotent }),
    ...(confirm === undefined ? {} : { safety: confirm }),
    derived: derived.filter((name) => !Object.hasOwn(chosen, name)),
    effects: {
      chosen,
      described: {
        ...(impact === undefined ? {} : { impact }),
        ...(idempotent === undefined ? {} : { idempotent }),
        ...(safety === undefined ? {} : { safety }),
        derived,
      },
    },
  };
}

/** The entry with the effects of its description. */
export function asDescribed(entry: Entry): Entry {
  if (entry.effects === undefined) return entry;
  return { ...entry, operations: entry.operations.map(describedOperation) };
}

function describedOperation(operation: Operation): Operation {
  if (operation.effects === undefined) return operation;
  const { effects, impact: _, idempotent: __, safety: ___, ...rest } = operation;
  return { ...rest, ...effects.described };
}
