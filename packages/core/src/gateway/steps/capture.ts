/**
 * Captures what a call sends and receives, for services where this is switched on for a while. Secrets are removed
 * before anything is kept, and the kept part is bounded; the audit record has only the id of the captured call.
 */
import { randomUUID } from 'node:crypto';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import type { AnswerOutcome, GatewayStep, Outcome, TargetedCall } from '../call.js';
import type { CapturedCall, CapturedPart } from '../captured-call.js';
import { secretsOf } from '../error-answer.js';
import type { GatewayPorts } from '../ports.js';
import { redactBySchema } from '../redact-by-schema.js';
import { redactValue } from '../redact-text.js';

/** Characters of JSON that are searched for secrets, and that are kept. */
const maxSearched = 262_144;
const maxKept = 8192;

/** Creates the step; calls of other services pass. */
export function createCapture({
  capture,
  credentialsFor,
}: Pick<GatewayPorts, 'capture' | 'credentialsFor'>): GatewayStep {
  if (capture === undefined) return (call, next) => next(call);
  const keep = (call: TargetedCall, end: End) => {
    const id = randomUUID();
    call.facts.captured = id;
    describeCall(call, { id, end, credentialsFor }).then(capture.take, capture.onError);
  };
  const run = async (call: TargetedCall, next: (call: TargetedCall) => Promise<Outcome>): Promise<Outcome> => {
    try {
      const outcome = await next(call);
      if (outcome.kind !== 'preview') keep(call, { outcome });
      return outcome;
    } catch (thrown) {
      keep(call, { code: toFailure(thrown).code });
      throw thrown;
    }
  };
  return (call, next) => (capture.isOn(call.target.stored.entry.id) ? run(call, next) : next(call));
}

/** How a call ended. */
type End = { outcome: Exclude<Outcome, { kind: 'preview' }> } | { code: string; outcome?: undefined };

interface Ended {
  id: string;
  end: End;
  credentialsFor: GatewayPorts['credentialsFor'];
}

async function describeCall(call: TargetedCall, { id, end, credentialsFor }: Ended): Promise<CapturedCall> {
  const { stored, operation } = call.target;
  // A service may repeat the credential that it got.
  const credential = await Promise.resolve(credentialsFor(call)).catch(() => undefined);
  const own = call.agentAuthorization === undefined ? {} : { own: call.agentAuthorization };
  const secrets = [...secretsOf(credential), ...secretsOf({ headers: own })];
  const output = end.outcome === undefined ? undefined : outputOf(end.outcome, operation.output, secrets);
  return {
    id,
    service: stored.entry.id,
    operation: operation.name,
    caller: call.caller.subject,
    traceId: call.traceId,
    input: partOf(call.input, operation.input, secrets),
    ...(output === undefined ? {} : { output }),
    ...(end.outcome === undefined ? { code: end.code } : { status: end.outcome.status }),
  };
}

function outputOf(
  outcome: Exclude<Outcome, { kind: 'preview' }>,
  schema: JsonSchema,
  secrets: readonly string[],
): CapturedPart | undefined {
  if (outcome.kind === 'stream') return { omitted: 'streamed' };
  const value = contentOf(outcome);
  if (value === undefined) return undefined;
  if ((outcome.raw?.byteLength ?? 0) > maxSearched) return { omitted: 'too large' };
  // The schema describes successes only.
  return partOf(value, outcome.status < 400 ? schema : true, secrets);
}

function contentOf({ body, content }: AnswerOutcome): JsonValue | undefined {
  return body ?? (content as JsonObject[] | undefined);
}

function partOf(value: JsonValue, schema: JsonSchema, secrets: readonly string[]): CapturedPart {
  if (JSON.stringify(value).length > maxSearched) return { omitted: 'too large' };
  const kept = redactBySchema(value, schema);
  if (kept === undefined) return { omitted: 'too complex' };
  const redacted = redactValue(kept, secrets);
  const text = JSON.stringify(redacted);
  return text.length <= maxKept ? { value: redacted } : { beginning: text.slice(0, maxKept), characters: text.length };
}
