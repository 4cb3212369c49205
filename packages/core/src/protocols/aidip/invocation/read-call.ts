/** Creates a gateway call from a request: the body is the input, everything else is in headers. */
import type { Entry, FieldError, JsonValue } from '@dragoman/model';
import { isJsonObject, nearestName } from '@dragoman/model';
import { defineLazySignal } from '../../../documents/lazy-signal.js';
import type { Call } from '../../../gateway/call.js';
import { addCallHeaders, callCancellation, prefers } from '../../../transport/call-request.js';
import type { FormPart } from '../../../transport/form-body.js';
import type { HttpRequest } from '../../../transport/http-request.js';
import { acceptsMedia } from '../../../transport/media-reply.js';
import { negotiate } from '../../../transport/negotiate.js';
import { flag, invalidParameters, readParameters, wholeNumber } from '../../../transport/query-string.js';
import type { RouteContext } from '../../../transport/route.js';
import { unpack } from './unpack.js';
import { unpackForm } from './unpack-form.js';

/** Name of this face in call records. */
export const face = 'aidip';

/** Maximum length of a webhook URL. */
export const maxWebhookLength = 2000;

/**
 * The call of a request, with its body as JSON or as a form; rejects anything that could change the meaning of the
 * call.
 */
export function readCall(context: RouteContext, body: JsonValue, form?: readonly FormPart[]): Call {
  const { request, params, caller, traceId, traceparent } = context;
  const problems: FieldError[] = [];
  const wantsStream =
    !acceptsMedia(request) && negotiate(request, ['application/json', 'text/event-stream']) === 'text/event-stream';
  const asked = readAddress(context.search, problems);
  const dryRun = readFlag(request, 'X-Dry-Run', problems) || asked.dryRun;
  const webhook = readWebhook(request, problems);
  if (problems.length > 0) throw invalidParameters(problems);
  const { operation } = params;
  const options = operation === undefined ? { stream: wantsStream } : { stream: wantsStream, operation };
  const aborting = callCancellation(context, wantsStream || (isJsonObject(body) && body.stream === true));
  const call: Call = defineLazySignal(
    {
      caller,
      traceId,
      traceparent,
      face,
      agentId: params.id ?? '',
      input: body,
      dryRun,
      wantsStream,
      background: webhook !== undefined || prefers(request, 'respond-async'),
      unpack: (entry: Entry) => (form === undefined ? unpack(body, entry, options) : unpackForm(form, entry, options)),
      facts: {},
    },
    aborting,
  );
  if (operation !== undefined) call.operationName = operation;
  if (asked.version !== undefined) call.operationVersion = asked.version;
  if (webhook !== undefined) call.webhook = webhook;
  return addCallHeaders(call, request);
}

const parameters = ['dry_run', 'version'] as const;

/** Unknown parameters are rejected: `dry_rnu=true` would otherwise execute the call. */
function readAddress(search: string, problems: FieldError[]): { dryRun: boolean; version?: number } {
  const asked: { dryRun: boolean; version?: number } = { dryRun: false };
  if (search === '') return asked;
  for (const [name, values] of readParameters({ searchParams: new URLSearchParams(search) })) {
    const value = values.at(-1) ?? '';
    if (name === 'dry_run') asked.dryRun = toFlag(name, value, problems);
    else if (name === 'version') {
      const version = wholeNumber(value);
      if (version === undefined || version < 1) problems.push(faulty(name, 'must be an integer of at least 1'));
      else asked.version = version;
    } else {
      const near = nearestName(name, parameters);
      const hint = near === undefined ? '' : `; did you mean '${near}'?`;
      problems.push(faulty(name.slice(0, 100), `is not a known parameter${hint}; inputs belong in the body`));
    }
  }
  return asked;
}

function faulty(field: string, detail: string): FieldError {
  return { field, code: 'request/parameter', detail };
}

function readFlag(request: HttpRequest, name: string, problems: FieldError[]): boolean {
  const header = request.headers.get(name);
  return header === null ? false : toFlag(name, header, problems);
}

function toFlag(name: string, text: string, problems: FieldError[]): boolean {
  const value = flag(text);
  if (value === undefined) problems.push(faulty(name, 'must be true or false'));
  return value === true;
}

function readWebhook(request: HttpRequest, problems: FieldError[]): string | undefined {
  const address = request.headers.get('x-webhook-url');
  if (address === null) return undefined;
  const url = address.length <= maxWebhookLength && URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return url.href;
  problems.push(faulty('X-Webhook-URL', `must be an https URL of at most ${maxWebhookLength} characters`));
  return undefined;
}
