/**
 * Sends a write that the API accepts only after a preview (PROF-WRITE-12), or only with the current tag: 428 asks for
 * what was missing. The preview itself executes nothing.
 */
import { isJsonObject } from '@dragoman/model';
import type { Api } from '../api/api.js';
import type { Call } from './call.js';
import { toRequest, withHeaders } from './call.js';
import type { Exchange, ProbeRequest } from './exchange.js';
import { isSuccess } from './exchange.js';
import { findRelatedRead } from './related-read.js';
import { withDryRun } from './write-controls.js';

type Send = (request: ProbeRequest) => Promise<Exchange>;

/** Sends the write; after a 428, previews it and sends it with the token of the preview. */
export async function sendConfirmed(api: Api, call: Call, send: Send): Promise<Exchange> {
  const direct = await send(toRequest(call));
  if (direct.answer?.status !== 428) return direct;
  const tag = await currentTag(api, call, send);
  // A confirmation is bound to the condition of its request.
  const guarded = tag === undefined ? call : withHeaders(call, { 'If-Match': tag });
  const preview = withDryRun(api, guarded) ?? withHeaders(guarded, { 'X-Dry-Run': 'true' });
  // Without a described dry run, a header that an API does not know would execute the call.
  const mayPreview = withDryRun(api, guarded) !== undefined || asksForConfirmation(direct);
  const shown = mayPreview ? await send(toRequest(preview)) : undefined;
  const token = shown === undefined ? undefined : tokenOf(shown);
  if (token !== undefined) return send(toRequest(withHeaders(guarded, { [confirmHeader(call)]: token })));
  return tag === undefined ? direct : send(toRequest(guarded));
}

async function currentTag(api: Api, call: Call, send: Send): Promise<string | undefined> {
  const read = findRelatedRead({ api }, call);
  // Only the resource itself has its tag.
  if (read === undefined || read.operation.path !== call.operation.path) return undefined;
  return (await send(toRequest(read))).answer?.headers.etag;
}

/** The rejection names the header of the token and that of the preview. */
function asksForConfirmation({ answer }: Exchange): boolean {
  return /x-confirm/i.test(answer?.text ?? '') && /x-dry-run/i.test(answer?.text ?? '');
}

/** The described header of the token, else the one that our middleware uses. */
function confirmHeader({ operation }: Call): string {
  const described = operation.parameters.find(({ in: place, name }) => place === 'header' && /confirm/i.test(name));
  return described?.name ?? 'X-Confirm';
}

function tokenOf(shown: Exchange): string | undefined {
  if (!isSuccess(shown)) return undefined;
  const { headers = {}, json } = shown.answer ?? {};
  const [, header] = Object.entries(headers).find(([name]) => /confirm/.test(name) && !/expires/.test(name)) ?? [];
  const said = isJsonObject(json) ? json.confirmation : undefined;
  const token = header ?? (isJsonObject(said) && typeof said.token === 'string' ? said.token : undefined);
  // The token goes back to the API as a header.
  return token !== undefined && /^[\x21-\x7e]{1,2000}$/.test(token) ? token : undefined;
}
