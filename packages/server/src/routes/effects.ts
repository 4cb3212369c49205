/** `/agents/{id}/operations/{operation}/effects`: what people set for the effects of one operation. */
import type { BrowsePorts, PublishPorts, StoredEntry } from '@dragoman/core/engine';
import { chooseEffects, explainImpact, readEntry, rehearse } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { readJsonBody, writePrecondition } from '@dragoman/core/http';
import type { ChosenEffects, FieldError, Impact, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { wantsDryRun } from './dry-run.js';
import { describeChoose, describeRead, effectMembers, impacts } from './effects-description.js';
import { replyToDryRun, replyWithChoice } from './entry-choice.js';
import { findNamed } from './find-named.js';
import { fault, invalidBody, refuseUnknown } from './request-faults.js';

/** Maximum request body in bytes. */
const bodyBytes = 4_096;

/** Creates both routes. */
export function createEffectRoutes(ports: BrowsePorts & PublishPorts): Route[] {
  const path = '/agents/{id}/operations/{operation}/effects';
  return [
    {
      method: 'GET',
      path,
      budget: 'read',
      access: 'public',
      describe: describeRead,
      async handle(context) {
        const { params, caller } = context;
        const stored = await readEntry(ports, params.id ?? '', caller);
        return answer(stored, findNamed(stored.entry, params.operation ?? ''), context);
      },
    },
    {
      method: 'PUT',
      path,
      budget: 'write',
      access: 'registry:write',
      action: 'entry.update',
      describe: describeChoose,
      handle: (context) => replace(ports, context),
    },
  ];
}

async function replace(ports: BrowsePorts & PublishPorts, context: RouteContext): Promise<HttpReply> {
  const { request, params, caller, traceId } = context;
  const effects = readEffects(await readJsonBody(request, { bytes: bodyBytes }));
  const precondition = writePrecondition(request);
  const isDryRun = wantsDryRun(context);
  const before = await readEntry(ports, params.id ?? '', caller);
  const operation = findNamed(before.entry, params.operation ?? '').id;
  const { stored, changed } = await chooseEffects(isDryRun ? rehearse(ports) : ports, before.entry.id, {
    caller,
    traceId,
    operation,
    effects,
    ...(precondition === undefined ? {} : { precondition }),
  });
  const after = findNamed(stored.entry, operation);
  return isDryRun
    ? replyToDryRun(changed, 'operation_effects', viewEffects(stored.entry.id, after))
    : answer(stored, after, context);
}

function answer(stored: StoredEntry, operation: Operation, context: RouteContext): HttpReply {
  return replyWithChoice(stored, { view: viewEffects(stored.entry.id, operation), members: effectMembers }, context);
}

function viewEffects(id: string, operation: Operation): JsonObject {
  const { name, effects } = operation;
  return {
    id,
    operation: name,
    ...(effects?.chosen.confirm === undefined ? withoutWaiver(factsOf(operation)) : factsOf(operation)),
    impact_reason: explainImpact(operation),
    chosen: { ...effects?.chosen },
    described: withoutWaiver(factsOf(effects?.described ?? operation)),
  };
}

/** Only a person can waive the confirmation of an irreversible operation; a description cannot. */
function withoutWaiver({ confirm, ...facts }: JsonObject): JsonObject {
  const isWaived = confirm === false && facts.impact === 'irreversible';
  return confirm === undefined || isWaived ? facts : { ...facts, confirm };
}

function factsOf({ impact, idempotent, safety }: Pick<Operation, 'impact' | 'idempotent' | 'safety'>): JsonObject {
  return {
    ...(impact === undefined ? {} : { impact }),
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(safety?.confirm === undefined ? {} : { confirm: safety.confirm }),
  };
}

function readEffects(body: JsonValue): ChosenEffects {
  const faults: FieldError[] = [];
  const given = isJsonObject(body) ? body : {};
  if (!isJsonObject(body)) faults.push(fault('body', '', 'must be an object'));
  refuseUnknown(given, ['impact', 'idempotent', 'confirm'], '', faults);
  const { impact } = given;
  const isImpact = impacts.some((each) => each === impact);
  if (impact !== undefined && !isImpact)
    faults.push(fault('impact', '/impact', `must be one of ${impacts.join(', ')}`));
  const effects: ChosenEffects = isImpact ? { impact: impact as Impact } : {};
  for (const name of ['idempotent', 'confirm'] as const) {
    const value = given[name];
    if (typeof value === 'boolean') effects[name] = value;
    else if (value !== undefined) faults.push(fault(name, `/${name}`, 'must be true or false'));
  }
  if (faults.length > 0) throw invalidBody(faults);
  return effects;
}
