/**
 * Supplies what an operation promises and its upstream lacks: removes the gateway's own inputs, walks pages, and shapes
 * the answer. An operation without repairs costs one property access.
 */
import { createHmac } from 'node:crypto';
import type { JsonObject, OperationRepairs } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, Call, GatewayStep, Outcome, TargetedCall } from '../call.js';
import { fieldsInput, formatInput } from '../repair/field-selection.js';
import { readSelection } from '../repair/select-members.js';
import type { AnswerOptions } from '../repair/shape-answer.js';
import { shapeAnswer } from '../repair/shape-answer.js';
import { openPage, pageInput } from '../repair/walk-pages.js';

/** Dependencies of the step. */
export interface RepairPorts {
  /** Secret of the gateway; cursors are signed with a key derived from it. */
  key: string;
}

/** Headers that describe the exact bytes of the service's body. */
const ofBytes = ['content-digest', 'etag', 'last-modified', 'signature', 'signature-input'];

/** Creates the step. */
export function createRepair({ key }: RepairPorts): GatewayStep {
  const cursorKey = createHmac('sha256', key).update('cursors of repaired pages').digest('base64url');
  return (call, next) => {
    const { repairs } = call.target.operation;
    return repairs === undefined ? next(call) : runRepaired(call, next, { repairs, cursorKey });
  };
}

interface Repairing {
  repairs: OperationRepairs;
  cursorKey: string;
}

async function runRepaired(
  call: TargetedCall,
  next: (call: TargetedCall) => Promise<Outcome>,
  { repairs, cursorKey }: Repairing,
): Promise<Outcome> {
  const { input, options } = readAnswerOptions(call, repairs, cursorKey);
  // Truncation and selection need the complete answer.
  const isShaped = repairs.pages !== undefined || repairs.selection !== undefined || repairs.truncation !== undefined;
  const outcome = await next({ ...call, input, wantsStream: call.wantsStream && !isShaped });
  if (outcome.kind !== 'answer' || outcome.status < 200 || outcome.status > 299 || call.dryRun) return outcome;
  if (outcome.body === undefined || !isShaped) return outcome;
  const body = shapeAnswer(outcome.body, repairs, options);
  return body === outcome.body ? outcome : written(outcome, body);
}

function readAnswerOptions(
  call: TargetedCall,
  repairs: OperationRepairs,
  key: string,
): { input: Call['input']; options: AnswerOptions } {
  const given = call.input;
  if (!isJsonObject(given)) return { input: given, options: { pick: undefined, page: undefined } };
  const { operation, stored } = call.target;
  const { pages, selection } = repairs;
  const of = `${stored.entry.id} ${operation.id}`;
  const page = pages === undefined ? undefined : openPage(pages, given, { key, subject: call.caller.subject, of });
  const whole = page?.inputs ?? given;
  const pick = selection === undefined ? undefined : readSelection(selection, whole);
  const own = selection === undefined ? whole : withoutSelection(whole);
  const input = pages === undefined || page === undefined ? own : pageInput(pages, own, page);
  return { input, options: { pick, page } };
}

function withoutSelection({ [fieldsInput]: _, [formatInput]: __, ...rest }: JsonObject): JsonObject {
  return rest;
}

/** An answer that was written here; the service's headers on its bytes no longer apply. */
function written({ raw: _, content, headers, ...outcome }: AnswerOutcome, body: AnswerOutcome['body']): AnswerOutcome {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofBytes.includes(name)));
  // Text parts repeat a structured answer; images and other parts do not.
  const parts = content?.filter(({ type }) => type !== 'text') ?? [];
  return {
    ...outcome,
    headers: kept,
    ...(body === undefined ? {} : { body }),
    ...(parts.length === 0 ? {} : { content: parts }),
  };
}
