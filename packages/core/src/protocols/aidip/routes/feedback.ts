/**
 * `POST /agents/{id}/feedback`: a caller's feedback on an agent it used. Each caller counts once, however often it
 * sends feedback.
 */
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, suggestNames } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import { readEntry } from '../../../catalogue/browse.js';
import type { FeedbackRecord, FeedbackSummary } from '../../../catalogue/feedback.js';
import { maxOpinions, summarizeFeedback } from '../../../catalogue/feedback.js';
import { timestamp } from '../../../documents/host.js';
import { agentParameter, dryRunMetadata, dryRunParameters } from '../../../transport/describe.js';
import { jsonReply } from '../../../transport/http-reply.js';
import type { HttpRequest } from '../../../transport/http-request.js';
import { readJsonBody } from '../../../transport/json-body.js';
import { negotiate } from '../../../transport/negotiate.js';
import { flag, invalidParameters } from '../../../transport/query-string.js';
import type { Route } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';
import { feedbackRequestSchema, maxFeedbackIntentLength, standingSchema } from '../resolution/schemas.js';
import { personal } from '../serving/answers.js';
import { dryRunSchema } from '../serving/schemas.js';

/** Maximum number of feedback records per caller. */
const maxPerCaller = 10_000;
const members = ['operation', 'rating', 'worked', 'unsafe', 'intent'];

/** The route that accepts feedback. */
export function createFeedbackRoute(ports: AidipPorts): Route {
  return {
    method: 'POST',
    path: '/agents/{id}/feedback',
    budget: 'write',
    access: 'registry:read',
    action: 'feedback.put',
    describe,
    async handle({ request, params, caller, url }) {
      negotiate(request, ['application/json']);
      const dryRun = wantsPreview(request, url);
      const { entry } = await readEntry(ports, params.id ?? '', caller);
      const body = await readJsonBody(request, { bytes: ports.settings.bodyBytes });
      const said = readFeedback(
        body,
        entry.operations.map(({ name }) => name),
      );
      requireOther(entry.owner, caller);
      const { feedback } = ports.store;
      if ((await feedback.count(caller.subject)) >= maxPerCaller) {
        throw new Failure('CONFLICT', {
          message: `You have given feedback on ${maxPerCaller} operations, which is the maximum.`,
        });
      }
      if (dryRun) return jsonReply(preview(entry.id));
      const administrator = caller.scopes.includes('admin');
      const at = timestamp(ports.clock);
      await feedback.put({
        entryId: entry.id,
        subject: caller.subject,
        at,
        ...said,
        ...(administrator ? { binding: true } : {}),
      });
      const summary = summarizeFeedback(entry.id, await feedback.ofEntry(entry.id, maxOpinions));
      ports.onFeedback?.(summary);
      return jsonReply(writeStanding(summary), { headers: personal });
    },
  };
}

const preview = (id: string) => ({
  dry_run: true,
  would_change: true,
  reversible: true,
  outcome: 'updated',
  changes: [`Stores your feedback on ${id}, in place of your earlier feedback.`],
});

function wantsPreview({ headers }: HttpRequest, { searchParams }: URL): boolean {
  const given = [headers.get('x-dry-run'), searchParams.get('dry_run')].filter((text) => text !== null);
  const wrong = given.some((text) => flag(text) === undefined);
  if (!wrong) return given.some((text) => flag(text) === true);
  throw invalidParameters([{ field: 'dry_run', code: 'request/type', detail: 'must be true or false' }]);
}

/** Owners cannot rate their own agents; administrators may, since they are responsible for the registry. */
function requireOther(owner: string, caller: Caller): void {
  if (owner !== caller.subject || caller.scopes.includes('admin')) return;
  throw new Failure('FORBIDDEN', { message: 'You cannot give feedback on your own agent.' });
}

type Said = Pick<FeedbackRecord, 'operation' | 'rating' | 'worked' | 'unsafe' | 'intent'>;

function readFeedback(body: JsonValue, operations: readonly string[]): Said {
  const problems: FieldError[] = [];
  const wrong = (field: string, detail: string, code = 'request/type') => {
    problems.push({ field, pointer: field === '' ? '' : `/${field}`, code, detail });
  };
  if (!isJsonObject(body)) {
    throw invalidParameters([{ field: '', pointer: '', code: 'request/type', detail: 'must be a JSON object' }]);
  }
  for (const name of Object.keys(body)
    .filter((each) => !members.includes(each))
    .slice(0, 20)) {
    wrong(
      name.slice(0, 100),
      `is not a known member; known members are ${members.join(', ')}`,
      'request/unknown-member',
    );
  }
  const { operation = '', rating, worked, unsafe, intent } = body;
  if (typeof operation !== 'string') wrong('operation', 'must be a string');
  else if (operation !== '' && !operations.includes(operation)) {
    wrong('operation', `is not an operation of this agent. ${suggestNames(operation, operations)}`, 'request/value');
  }
  const isRating = typeof rating === 'number' && Number.isSafeInteger(rating) && rating >= 1 && rating <= 5;
  if (rating !== undefined && !isRating) wrong('rating', 'must be an integer from 1 to 5');
  if (worked !== undefined && typeof worked !== 'boolean') wrong('worked', 'must be true or false');
  if (unsafe !== undefined && typeof unsafe !== 'boolean') wrong('unsafe', 'must be true or false');
  if (intent !== undefined && (typeof intent !== 'string' || intent.length > maxFeedbackIntentLength)) {
    wrong('intent', `must be a string of at most ${maxFeedbackIntentLength} characters`);
  }
  if (rating === undefined && worked === undefined && unsafe === undefined) {
    wrong('', 'has no feedback: set rating, worked or unsafe', 'request/missing');
  }
  if (problems.length > 0) throw invalidParameters(problems);
  return {
    operation: typeof operation === 'string' ? operation : '',
    ...(typeof rating === 'number' ? { rating } : {}),
    ...(typeof worked === 'boolean' ? { worked } : {}),
    ...(typeof unsafe === 'boolean' ? { unsafe } : {}),
    ...(typeof intent === 'string' ? { intent } : {}),
  };
}

function writeStanding({ entryId, callers, raters, rating, tellers, worked, unsafe }: FeedbackSummary): JsonObject {
  return {
    id: entryId,
    callers,
    raters,
    ...(rating === undefined ? {} : { rating }),
    tellers,
    ...(worked === undefined ? {} : { worked }),
    unsafe,
  };
}

const describe: Route['describe'] = {
  operationId: 'agents_feedback_create',
  tag: 'discovery',
  summary: 'Give feedback on an agent.',
  description:
    'Stores your feedback on an agent or one of its operations; resolution ranks by the feedback of ' +
    'all callers. Use this after a call, to report whether it worked. Do not use it to report a ' +
    'broken call for repair: nobody is notified. New feedback replaces your earlier feedback, so ' +
    'repeating the same request changes nothing; you cannot rate your own agents. Side effects: one ' +
    'feedback record is stored.',
  parameters: [agentParameter(), ...dryRunParameters],
  requestBody: {
    description: 'Your feedback.',
    required: true,
    content: {
      'application/json': {
        schema: feedbackRequestSchema,
        examples: { worked: { summary: 'It worked', value: { rating: 5, worked: true, intent: 'wind in Gdansk' } } },
      },
    },
  },
  responses: {
    '200': {
      description: 'The combined feedback of all callers.',
      content: {
        'application/json': {
          schema: {
            description: 'The combined feedback, or the report of a dry run.',
            anyOf: [standingSchema, dryRunSchema],
          },
          examples: {
            dry_run: { summary: 'Nothing was stored', value: preview('pier-weather-001') },
            worked: {
              summary: 'The first feedback',
              value: { id: 'pier-weather-001', callers: 1, raters: 1, rating: 5, tellers: 1, worked: 1, unsafe: false },
            },
          },
        },
      },
    },
  },
  failures: [400, 403, 404, 406, 409, 413, 415],
  agent: { read_only: false, idempotent: true, reversible: true, risk: 'low', dry_run: dryRunMetadata },
};
