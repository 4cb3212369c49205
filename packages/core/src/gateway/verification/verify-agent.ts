/**
 * Verifies that a service does what it declares: calls its own examples through the gateway and compares their answers
 * with the declared schemas. Only reads are tried. The resulting mark is stored on the entry, apart from the provider's
 * own claims, and is removed by any change of the entry, since the verified state no longer exists.
 */

import { shorten } from '@dragoman/documents';
import type { Entry, ExampleVerdict, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { Caller } from '../../access/caller.js';
import { readEntry } from '../../catalogue/browse.js';
import { changeEntry } from '../../catalogue/change-entry.js';
import type { PublishPorts } from '../../catalogue/publish.js';
import type { StoredEntry } from '../../catalogue/store.js';
import { timestamp } from '../../documents/host.js';
import type { Outcome } from '../call.js';
import { callName } from '../choose-operation.js';
import type { Gateway } from '../invoke.js';

/** Result of all examples. */
export interface Verification {
  /** RFC 3339, UTC. */
  at: string;
  /** Caller that requested it. */
  by: string;
  /** At least one example was tried, and all that were tried passed. */
  passed: boolean;
  examples: ExampleVerdict[];
}

/** Dependencies of verification. */
export interface VerificationPorts extends PublishPorts {
  gateway: Pick<Gateway, 'invoke'>;
}

/** The requesting caller. */
export interface VerificationRequest {
  caller: Caller;
  traceId: string;
  traceparent: string;
  signal: AbortSignal;
}

/** Maximum number of examples, and milliseconds for all calls together. */
const maxExamples = 50;
const timeoutMs = 60_000;
const maxDetailLength = 300;

/** Tries the examples of a service and sets or removes the mark; fails when the entry is changed meanwhile. */
export async function verifyAgent(
  ports: VerificationPorts,
  id: string,
  request: VerificationRequest,
): Promise<StoredEntry> {
  const before = await readEntry(ports, id, request.caller);
  const late = AbortSignal.timeout(timeoutMs);
  const within = { ...request, signal: AbortSignal.any([request.signal, late]) };
  const examples: ExampleVerdict[] = [];
  for (const { operation, example } of listExamples(before.entry)) {
    request.signal.throwIfAborted();
    examples.push(await tryExample(ports, { id, operation, example, request: within }));
  }
  const tried = examples.filter(({ verdict }) => verdict !== 'untried');
  const passed = tried.length > 0 && tried.every(({ verdict }) => verdict === 'fits');
  const verification = { at: timestamp(ports.clock), by: request.caller.subject, passed, examples };
  return mark(ports, { id, request, verification, revision: before.revision });
}

/** Removes the mark and its report. */
export function withdrawVerification(
  ports: PublishPorts,
  id: string,
  request: Pick<VerificationRequest, 'caller' | 'traceId'>,
): Promise<StoredEntry> {
  return mark(ports, { id, request });
}

/** The last report on an entry; undefined when there is none. */
export function verificationOf({ trust }: Entry): Verification | undefined {
  const report = trust.verified?.[members.report];
  return isJsonObject(report) ? (report as unknown as Verification) : undefined;
}

/** Members of `trust.verified` that this writes. */
const members = { mark: 'certified', report: 'verification' };

function listExamples({ operations }: Entry): { operation: Operation; example: number }[] {
  return operations
    .flatMap((operation) => operation.examples.map((_, example) => ({ operation, example })))
    .slice(0, maxExamples);
}

interface Trial {
  id: string;
  operation: Operation;
  example: number;
  request: VerificationRequest;
}

async function tryExample(ports: VerificationPorts, trial: Trial): Promise<ExampleVerdict> {
  const { operation, example } = trial;
  const about = { operation: operation.name, example };
  const input = operation.examples[example]?.input;
  const untried = (detail: string): ExampleVerdict => ({ ...about, verdict: 'untried', detail });
  if (operation.impact !== 'informational') return untried('The operation may change something; only reads are tried.');
  if (input === undefined) return untried('The example has no input.');
  if (trial.request.signal.aborted) return untried('The time limit for all examples was exceeded.');
  try {
    const detail = faultOf(await call(ports, trial, input));
    return detail === undefined ? { ...about, verdict: 'fits' } : { ...about, verdict: 'fails', detail };
  } catch (thrown) {
    const { code, message } = toFailure(thrown);
    return { ...about, verdict: 'fails', detail: shorten(`${code}: ${message}`, maxDetailLength) };
  }
}

function call({ gateway }: VerificationPorts, { id, operation, request }: Trial, input: JsonValue): Promise<Outcome> {
  return gateway.invoke({
    ...request,
    face: 'verification',
    agentId: id,
    operationName: callName(operation),
    input,
    dryRun: false,
    wantsStream: false,
    headers: {},
    facts: {},
  });
}

function faultOf(outcome: Outcome): string | undefined {
  if (outcome.kind !== 'answer') return 'The answer is not a single document.';
  if (outcome.status >= 400) return `The service answered with status ${outcome.status}.`;
  const broken = outcome.findings.find(({ code }) => code.startsWith('gateway/output-'));
  return broken === undefined
    ? undefined
    : shorten(`${broken.location.pointer} ${broken.message}`.trim(), maxDetailLength);
}

interface Marking {
  id: string;
  request: Pick<VerificationRequest, 'caller' | 'traceId'>;
  /** Absent: the mark is removed. */
  verification?: Verification;
  /** The state that was tried. */
  revision?: number;
}

async function mark(ports: PublishPorts, { id, request, verification, revision }: Marking): Promise<StoredEntry> {
  const { stored } = await changeEntry(ports, id, request, (live) => {
    if (revision === undefined || live.revision === revision) return markEntry(live.entry, verification);
    throw new Failure('CONFLICT', {
      message: 'The service was changed while its examples were tried; try them again.',
    });
  });
  return stored;
}

function markEntry(entry: Entry, verification: Verification | undefined): Entry {
  if (verification === undefined && verificationOf(entry) === undefined) return entry;
  const { [members.mark]: _, [members.report]: __, ...others } = entry.trust.verified ?? {};
  const notes: JsonObject =
    verification === undefined
      ? {}
      : { [members.mark]: verification.passed, [members.report]: verification as unknown as JsonObject };
  return { ...entry, trust: { ...entry.trust, verified: { ...others, ...notes } } };
}
