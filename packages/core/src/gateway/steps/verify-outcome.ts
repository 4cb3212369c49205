/**
 * Checks after a call whether it did what its operation declares: compares each change of state with what the service
 * then reports, in its answer or through a read operation (agis.md SEM-23). A contradiction is reported, or fails the
 * call.
 */

import type { VerifiedTransition } from '@dragoman/agis';
import { verifyTransitions } from '@dragoman/agis';
import { getPointer } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { diagnose, Failure, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, Call, GatewayStep, Outcome, TargetedCall } from '../call.js';
import { gatewayDiagnostics } from '../diagnostics.js';
import { callSibling } from '../inner-call.js';
import type { GatewaySettings } from '../ports.js';

/** Dependencies of the step. */
export interface VerifyOutcomePorts {
  settings: Pick<GatewaySettings, 'outputMismatch'>;
  /** Makes a call through the whole gateway. */
  invoke: (call: Call) => Promise<Outcome>;
}

/** Header of an answer with the result of the check. */
export const outcomeHeader = 'x-dragoman-outcome';

/** Creates the step; operations that declare no change of state pass. */
export function createVerifyOutcome({ settings, invoke }: VerifyOutcomePorts): GatewayStep {
  return (call, next) => {
    const declared = declaredOf(call.target.operation);
    if (declared === undefined || call.dryRun) return next(call);
    return verify(call, next, { declared, settings, invoke });
  };
}

type Verifying = VerifyOutcomePorts & { declared: Record<string, string> };

async function verify(
  call: TargetedCall,
  next: (call: TargetedCall) => Promise<Outcome>,
  { declared, settings, invoke }: Verifying,
): Promise<Outcome> {
  const outcome = await next(call);
  if (outcome.kind !== 'answer' || outcome.replayed || outcome.status < 200 || outcome.status > 299) return outcome;
  call.timeline?.enter('verify');
  const reported = (await observe(call, outcome, invoke)) ?? outcome.body ?? null;
  const checks = verifyTransitions(declared, reported);
  const wrong = checks.filter(({ verdict }) => verdict === 'contradicted');
  call.headers ??= {};
  call.headers[outcomeHeader] =
    wrong.length > 0 ? 'contradicted' : checks.some(({ verdict }) => verdict === 'verified') ? 'verified' : 'unknown';
  if (wrong.length === 0) return outcome;
  if (settings.outputMismatch === 'fail') throw contradicted(wrong);
  const findings = wrong.map(describe);
  call.facts.findings = (call.facts.findings ?? 0) + findings.length;
  return { ...outcome, findings: [...outcome.findings, ...findings] };
}

/** Transitions as a map; undefined when there is none to check. */
function declaredOf({ transitions }: Operation): Record<string, string> | undefined {
  if (transitions === undefined) return undefined;
  const pairs = transitions.flatMap((each): [string, string][] => {
    if (!isJsonObject(each) || typeof each.field !== 'string' || typeof each.to !== 'string') return [];
    return [[each.field, `${String(each.from)} -> ${each.to}`]];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

/**
 * The state that a read operation reports afterwards, where the document names one: `x_observe: {operation, input}`,
 * each input a pointer into the answer. Without one, or when it fails, the answer itself is used.
 */
async function observe(
  call: TargetedCall,
  { body }: AnswerOutcome,
  invoke: VerifyOutcomePorts['invoke'],
): Promise<JsonValue | undefined> {
  const { stored, operation } = call.target;
  const named = observerOf(operation);
  const looking = stored.entry.operations.find(({ name }) => name === named?.operation);
  if (named === undefined || looking?.impact !== 'informational') return undefined;
  const input = Object.entries(named.input).flatMap(([name, pointer]) => {
    const value =
      typeof pointer === 'string' ? (getPointer(body ?? null, pointer) ?? getPointer(call.input, pointer)) : undefined;
    return value === undefined ? [] : [[name, value] as [string, JsonValue]];
  });
  const inner = callSibling(call, looking.name, Object.fromEntries(input));
  const outcome = await invoke(inner).catch(() => undefined);
  return outcome?.kind === 'answer' && outcome.status < 300 ? outcome.body : undefined;
}

function observerOf({ extra }: Operation): { operation: string; input: JsonObject } | undefined {
  const { agis } = extra;
  const endpoint = isJsonObject(agis) ? agis.endpoint : undefined;
  const named = isJsonObject(endpoint) ? endpoint.x_observe : undefined;
  if (!isJsonObject(named) || typeof named.operation !== 'string') return undefined;
  return { operation: named.operation, input: isJsonObject(named.input) ? named.input : {} };
}

function describe({ field, expected, seen }: VerifiedTransition): Diagnostic {
  const shown = JSON.stringify(seen).slice(0, 100);
  return diagnose(
    gatewayDiagnostics,
    'gateway/outcome-contradicted',
    { pointer: '' },
    { field, expected, seen: shown },
  );
}

function contradicted(wrong: readonly VerifiedTransition[]): Failure {
  return new Failure('OUTPUT_INVALID', {
    message:
      'The service answered, but the state that it reports is not the change of state that it declares. The call may have been partly executed.',
    fieldErrors: wrong.map(({ field, expected, seen }) => ({
      field,
      pointer: '',
      code: 'output/outcome',
      detail: `should be ${expected}, is ${JSON.stringify(seen).slice(0, 100)}`,
    })),
  });
}
