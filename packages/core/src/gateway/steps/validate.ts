/**
 * Validates the input before anything is sent and the output before anyone relies on it, against the operation's own
 * schemas; also inspects the output for text that contains instructions. Findings are returned with the answer.
 */

import type { SchemaProblem } from '@dragoman/documents';
import { inspectText } from '@dragoman/documents';
import type { Diagnostic, FieldError } from '@dragoman/model';
import { countProblems, diagnose, Failure, toFailure } from '@dragoman/model';
import { fieldPath } from '../../catalogue/invalid-description.js';
import type { Awaitable } from '../../documents/awaitable.js';
import type { AnswerOutcome, GatewayStep, Outcome, TargetedCall } from '../call.js';
import { gatewayDiagnostics } from '../diagnostics.js';
import type { FindSchemas } from '../operation-schemas.js';
import type { GatewaySettings } from '../ports.js';
import { isAccepted } from '../runs/run-answer.js';

/** Dependencies of the step. */
export interface ValidatePorts {
  schemas: FindSchemas;
  settings: Pick<GatewaySettings, 'outputMismatch' | 'untrustedText'>;
}

/** Creates the step. */
export function createValidate({ schemas, settings }: ValidatePorts): GatewayStep {
  const { untrustedText } = settings;
  return async (call, next) => {
    const checking = requireValid(schemas, call);
    // Most schemas are checked at once, and an await would cost every call.
    if (checking !== undefined) await checking;
    // A stream cannot be withdrawn once it is read, so nothing is streamed where text may be withheld.
    if (untrustedText === 'block') call.wantsStream = false;
    const outcome = await next(call);
    // A replay from the ledger was validated when it was received, and an operation to poll is our own answer.
    if (outcome.kind !== 'answer' || outcome.replayed || isAccepted(outcome)) return outcome;
    call.timeline?.enter('output');
    const checked = checkOutput(schemas, call, outcome, settings);
    const mismatches = checked instanceof Promise ? await checked : checked;
    const texts = checkText(outcome, untrustedText);
    if (mismatches.length + texts.length === 0) return outcome;
    return noteFindings(call, outcome, [...mismatches, ...texts]);
  };
}

/** Throws `INVALID_INPUT` with every problem of the input; resolves later only if its schema is compiled elsewhere. */
export function requireValid(schemas: FindSchemas, call: TargetedCall): Promise<void> | undefined {
  // The items of a batch were all validated before the first one ran.
  if (call.batchItem !== undefined) return undefined;
  const request = () => ({ caller: call.caller.subject, signal: call.signal });
  const problems = schemas(call.target).input.validate(call.input, request);
  if (problems instanceof Promise) return problems.then(refuseProblems);
  refuseProblems(problems);
  return undefined;
}

function refuseProblems(problems: readonly SchemaProblem[]): void {
  if (problems.length > 0) throw invalidInput(problems.map((problem) => inputError(problem)));
}

/** The failure for an input with these errors. */
export function invalidInput(errors: readonly FieldError[]): Failure {
  const count = countProblems(errors.length);
  return new Failure('INVALID_INPUT', { message: `The input has ${count}.`, fieldErrors: errors });
}

/** A schema problem as a field error, below `at` when the input is part of something larger. */
export function inputError({ pointer, keyword, message }: SchemaProblem, at = ''): FieldError {
  const whole = `${at}${pointer}`;
  return { field: fieldPath(whole), pointer: whole, code: `input/${keyword}`, detail: message };
}

function checkOutput(
  schemas: FindSchemas,
  call: TargetedCall,
  answer: AnswerOutcome,
  { outputMismatch }: ValidatePorts['settings'],
): Awaitable<Diagnostic[]> {
  // A failure has the form of a failure, and a dry run the form of a preview.
  if (answer.status < 200 || answer.status > 299 || call.dryRun) return [];
  const target = call.target;
  if (answer.body === undefined) {
    return target.operation.output === true
      ? []
      : [diagnose(gatewayDiagnostics, 'gateway/output-missing', { pointer: '' })];
  }
  // The call has been made, so a caller that has left does not cancel this.
  const problems = schemas(target).output.validate(answer.body, () => ({ caller: call.caller.subject }));
  if (!(problems instanceof Promise)) return reportMismatches(problems, outputMismatch);
  return problems.catch(toUnchecked).then((found) => reportMismatches(found, outputMismatch));
}

/** An answer that could not be validated is passed on with a finding, since its call may have taken effect. */
function toUnchecked(thrown: unknown): SchemaProblem[] {
  return [{ pointer: '', keyword: 'unchecked', message: `could not be validated: ${toFailure(thrown).message}` }];
}

function reportMismatches(
  problems: readonly SchemaProblem[],
  outputMismatch: GatewaySettings['outputMismatch'],
): Diagnostic[] {
  if (problems.length === 0) return [];
  if (outputMismatch === 'fail') {
    throw new Failure('OUTPUT_INVALID', {
      fieldErrors: problems.map((problem) => ({ ...inputError(problem), code: `output/${problem.keyword}` })),
    });
  }
  return problems.map(({ pointer, message }) =>
    diagnose(gatewayDiagnostics, 'gateway/output-mismatch', { pointer }, { problem: message }),
  );
}

function checkText(answer: AnswerOutcome, policy: GatewaySettings['untrustedText']): Diagnostic[] {
  const { body, content } = answer;
  if (policy === 'ignore' || (body === undefined && content === undefined)) return [];
  // Other parts of a structured answer reach readers too.
  const findings = inspectText(content === undefined ? (body ?? null) : [body ?? null, ...content]);
  if (policy === 'block' && findings.length > 0) throw new Failure('CONTENT_BLOCKED');
  return findings;
}

function noteFindings(call: TargetedCall, outcome: AnswerOutcome, findings: readonly Diagnostic[]): Outcome {
  call.facts.findings = (call.facts.findings ?? 0) + findings.length;
  return { ...outcome, findings: [...outcome.findings, ...findings] };
}
