/** Sets the effects of an operation: an ordinary change with a record. */
import type { ChosenEffects, Entry } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { canChange } from '../access/caller.js';
import { applyEffects } from './apply-effects.js';
import type { ChangedEntry } from './change-entry.js';
import { changeEntry } from './change-entry.js';
import type { ChangeRequest, PublishPorts } from './publish.js';
import { notYours } from './publish.js';

/** The caller, the operation by its id, and its effects; without any, those of the description count again. */
export interface EffectsRequest extends ChangeRequest {
  operation: string;
  effects: ChosenEffects;
}

/** Sets the effects of one operation. Only owners and administrators may. */
export function chooseEffects(ports: PublishPorts, id: string, request: EffectsRequest): Promise<ChangedEntry> {
  const { operation: wanted, effects, caller } = request;
  const decide = ({ entry }: { entry: Entry }) => {
    if (!canChange(caller, entry)) throw notYours();
    const operation = entry.operations.find((each) => each.id === wanted);
    if (operation === undefined)
      throw new Failure('CONFLICT', { message: 'The service has just lost this operation.' });
    return isSame(operation.effects?.chosen ?? {}, effects) ? entry : withChoice(entry, wanted, effects);
  };
  return changeEntry(ports, id, request, decide, JSON.stringify({ operation: wanted, effects }));
}

function withChoice({ effects: before = {}, ...entry }: Entry, id: string, chosen: ChosenEffects): Entry {
  const { [id]: _, ...others } = before;
  const effects = Object.keys(chosen).length === 0 ? others : { ...others, [id]: chosen };
  return {
    ...entry,
    ...(Object.keys(effects).length === 0 ? {} : { effects }),
    operations: applyEffects(entry.operations, effects),
  };
}

function isSame(one: ChosenEffects, other: ChosenEffects): boolean {
  return (['impact', 'idempotent', 'confirm'] as const).every((name) => one[name] === other[name]);
}
