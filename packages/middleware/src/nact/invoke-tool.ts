/** Runs one version of a tool: validate the call, run it with a timeout, validate the result (nact.md INV, RES). */
import { fromWebRequest, readJsonBody } from '@dragoman/core/http';
import type { FieldError, JsonValue, ToolInvocation, ToolResult, ToolSignature } from '@dragoman/model';
import { checkInvocation, checkResult, Failure, isJsonObject } from '@dragoman/model';
import type { ToolVersion } from './define-tool.js';
import type { NactCaller } from './tool-definition.js';

/** Limits of a call. */
export interface CallLimits {
  /** Maximum body size in bytes. */
  bodyBytes: number;
  /** Timeout in milliseconds; then the caller gets 504. */
  runMs: number;
}

/** The caller, the limits, and the abort signal. */
export interface CallTerms {
  caller: NactCaller;
  limits: CallLimits;
  signal: AbortSignal;
}

/** Answers a call, or throws the failure. */
export async function invokeTool(request: Request, version: ToolVersion, terms: CallTerms): Promise<ToolResult> {
  const { caller, limits } = terms;
  const { signature } = version;
  const body = await readJsonBody(fromWebRequest(request), {
    bytes: limits.bodyBytes,
    json: { depth: 16, values: 10_000 },
  });
  const { invocation, faults } = checkInvocation(signature, body);
  if (invocation === undefined) throw faulty(faults);
  const idempotencyKey = request.headers.get('idempotency-key');
  const output = await withinTime(terms.signal, limits.runMs, (signal) =>
    version.run(inputsById(signature, invocation), {
      caller,
      version: signature.version,
      ...(idempotencyKey === null ? {} : { idempotencyKey }),
      signal,
    }),
  );
  return resultOf(version, output);
}

function faulty(faults: readonly { parameter: string; problem: string; message: string }[]): Failure {
  const fieldErrors = faults.map(
    ({ parameter, problem, message }): FieldError => ({
      field: parameter,
      parameter,
      code: problem,
      detail: message,
    }),
  );
  const [only] = faults;
  const count = `${faults.length} problems with the input parameters.`;
  return new Failure('INVALID_INPUT', { message: faults.length === 1 && only ? only.message : count, fieldErrors });
}

function inputsById(signature: ToolSignature, invocation: ToolInvocation): Readonly<Record<string, JsonValue>> {
  const ids = new Map(signature.input_parameters.map(({ id, name }) => [name, id]));
  return Object.fromEntries(invocation.input_parameters.map(({ name, value }) => [ids.get(name) ?? name, value]));
}

/** Entries in signature order; outputs that only a later version has are omitted. */
function resultOf({ signature, borrowed }: ToolVersion, output: unknown): ToolResult {
  if (!isJsonObject(output)) throw new Failure('OUTPUT_INVALID', { message: 'The tool returned no outputs.' });
  const declared = new Set(signature.output_parameters.map(({ id }) => id));
  const extra = borrowed ? undefined : Object.keys(output).find((id) => !declared.has(id));
  if (extra !== undefined) {
    throw new Failure('OUTPUT_INVALID', { message: `The signature has no output '${extra}'.` });
  }
  const entries = signature.output_parameters.map(({ id, name }) => {
    const value = id !== undefined && Object.hasOwn(output, id) ? output[id] : null;
    return { name, value: value ?? null };
  });
  const result = { output_parameters: entries };
  const faults = checkResult(signature, result);
  if (faults.length === 0) return result;
  const fieldErrors = faults.map((fault) => ({
    field: fault.output,
    code: fault.problem,
    detail: fault.message,
  }));
  throw new Failure('OUTPUT_INVALID', { message: faults[0]?.message ?? '', fieldErrors });
}

/** One controller for both timeout and abort: `AbortSignal.any` would cost more than the rest of a call. */
async function withinTime(
  caller: AbortSignal,
  milliseconds: number,
  run: (signal: AbortSignal) => unknown,
): Promise<unknown> {
  const ending = new AbortController();
  const leave = () => ending.abort();
  if (caller.aborted) leave();
  caller.addEventListener('abort', leave);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `The tool did not respond within ${milliseconds} milliseconds; it may have taken effect.`;
    timer = setTimeout(() => {
      reject(new Failure('UPSTREAM_TIMEOUT', { message, outcomeUnknown: true }));
      leave();
    }, milliseconds);
  });
  try {
    return await Promise.race([run(ending.signal), late]);
  } finally {
    clearTimeout(timer);
    caller.removeEventListener('abort', leave);
  }
}
