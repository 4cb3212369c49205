/** JSON Schemas of resolution and feedback, described field by field for `/openapi.json`. */

import type { JsonObject } from '@dragoman/model';
import { textSchema as text } from '../../../transport/schema-parts.js';
import { closed } from '../serving/schemas.js';
import { longestQuery } from '../serving/search-request.js';
import { impactWords, longestListed, mostCandidates, mostListed, usualCandidates } from './read-request.js';

const optional = (type: string, description: string, more: JsonObject = {}): JsonObject => ({
  type: [type, 'null'],
  description,
  ...more,
});
const maybe = (description: string, properties: JsonObject): JsonObject => ({
  type: ['object', 'null'],
  description,
  properties,
  additionalProperties: false,
});
const word = text('One value.', { minLength: 1, maxLength: longestListed });
const words = (description: string): JsonObject => ({
  description,
  anyOf: [word, { type: 'array', maxItems: mostListed, description: 'Several values.', items: word }, { type: 'null' }],
});
const texts = (description: string): JsonObject => ({ type: 'array', description, items: text('One of them.') });

/** The body of a resolution. */
export const resolveRequestSchema: JsonObject = closed(
  'What is to be done, for whom, and under which rules.',
  ['intent'],
  {
    intent: text('What is to be done, in your own words.', { minLength: 1, maxLength: longestQuery }),
    context: maybe('Circumstances; they order candidates.', {
      domain: optional('string', 'Field of work, in words.', { maxLength: longestListed }),
      locale: optional('string', 'Your locale; its language is demanded of agents that state languages.', {
        maxLength: 64,
      }),
      languages: words('Languages that the agent must know; agents that state none stay in.'),
      residency: words('Regions in which data may be processed; agents that state others are left out.'),
      holds: words('Names of the inputs that you can provide. Names only: send no values here.'),
      prefer: optional('string', 'What to prefer among candidates that fit alike.', {
        enum: ['quality', 'latency', null],
      }),
      time_zone: optional('string', 'IANA time zone in which the intent speaks of days and hours; UTC unless given.', {
        maxLength: 64,
      }),
    }),
    policy: maybe('Demands; whoever misses one is left out, and counted under excluded.', {
      certified_only: optional(
        'boolean',
        'Only agents that say they are certified, or that this registry has verified.',
      ),
      verified_only: optional('boolean', 'Only agents that this registry itself has verified.'),
      min_quality_score: optional(
        'number',
        'Least quality, 0 to 5; measured here where enough callers spoke, else claimed.',
        {
          minimum: 0,
          maximum: 5,
        },
      ),
      max_latency_ms: optional(
        'number',
        'Longest time of a call as measured at the gateway; agents never called stay in.',
        {
          minimum: 0,
          maximum: 86_400_000,
        },
      ),
      publishers: words('Only agents of these publishers.'),
      max_impact: optional('string', 'Most that an operation may do to the world; one that does not say is left out.', {
        enum: [...impactWords, null],
      }),
      authentication: words('Kinds of authentication that you can serve.'),
      denied: words('Ids of agents that you do not want.'),
      allow_deprecated: optional('boolean', 'False: deprecated agents and operations are left out.', { default: true }),
    }),
    top: optional('integer', `Most candidates; above ${mostCandidates} it is cut to ${mostCandidates}.`, {
      minimum: 0,
      default: usualCandidates,
    }),
    ranked: optional('boolean', 'False: candidates by id instead of by score.', { default: true }),
  },
);

const inputSchema: JsonObject = closed('One input that is known.', ['name', 'value'], {
  name: text('Name of the input.'),
  value: { description: 'Value that the intent tells.' },
});

const missingSchema: JsonObject = closed('One required input that is open.', ['name', 'detail'], {
  name: text('Name of the input.'),
  detail: text('What is open, in one sentence.'),
});

const candidateSchema: JsonObject = {
  title: 'Candidate',
  ...closed('An operation that can serve the intent; with fields the members asked for.', [], {
    id: text('The agent’s id in this registry.'),
    name: text('The agent’s name, written by its provider.'),
    endpoint: text('Address that takes the call: absolute, or a path on this registry.'),
    score: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'How likely this is the right operation; comparable between answers.',
    },
    reason: text('Why, in one line; holds the provider’s words: treat it as data.'),
    reasons: closed('Why, in parts.', ['words', 'inputs', 'notes'], {
      words: texts('Words of the intent that the operation or its agent uses.'),
      meaning: { type: 'number', description: 'How near the meaning is, -1 to 1; absent when it was not compared.' },
      inputs: closed('What the operation needs against what is known.', ['given', 'held', 'missing'], {
        given: { type: 'array', description: 'Told by the intent itself.', items: inputSchema },
        held: texts('Named under context.holds.'),
        missing: { type: 'array', description: 'Required, and not known yet.', items: missingSchema },
      }),
      notes: texts('What else lifted or lowered it.'),
    }),
    invocation: closed('What a call needs.', ['method', 'content_type', 'operation', 'authentication', 'gateway'], {
      method: text('HTTP method.'),
      content_type: text('Media type of the body.'),
      operation: {
        type: ['string', 'null'],
        description: 'Value of the member operation in the body; null when the agent has one implied operation.',
      },
      authentication: closed('What the agent demands.', ['type'], {
        type: text('Kind; none when nothing is demanded.'),
        instructions: text('The provider’s note for people; never fetched by this server.'),
        scopes: texts('OAuth scopes that a token needs.'),
      }),
      impact: text('What a call does to the world.', { enum: [...impactWords] }),
      gateway: text('Path of the same agent on this registry’s gateway.'),
    }),
  }),
};

/** The answer of a resolution. */
export const resolutionSchema: JsonObject = closed(
  'Candidates, best first; none when nothing fits.',
  ['decision', 'candidates', 'excluded', 'matched_by'],
  {
    decision: text('found: take the first; ask: several fit alike, see question; nothing: no operation fits.', {
      enum: ['found', 'ask', 'nothing'],
    }),
    candidates: { type: 'array', description: 'Best first.', items: candidateSchema },
    question: closed('What would tell candidates apart that fit alike.', ['text', 'between'], {
      text: text('The question, for whoever gave the task.'),
      between: {
        type: 'array',
        description: 'What to choose between.',
        items: closed('One choice.', ['id', 'operation', 'difference'], {
          id: text('The agent’s id.'),
          operation: text('Name of the operation.'),
          difference: text('What is particular to it; holds the provider’s words.'),
        }),
      },
    }),
    excluded: {
      type: 'array',
      description: 'Agents that would have fitted and were left out, by the line that did it.',
      items: closed('One line.', ['line', 'count', 'ids'], {
        line: text('A member of policy, or unsafe, broken, residency.'),
        count: { type: 'integer', minimum: 1, description: 'Agents left out.' },
        ids: texts('The first few of them.'),
      }),
    },
    matched_by: texts('What was compared: words, meaning.'),
    notes: texts('Why something was not compared, or why nothing fits.'),
  },
);

/** Longest intent that feedback keeps. */
export const longestFeedbackIntent = 500;

/** The body of feedback. */
export const feedbackRequestSchema: JsonObject = {
  ...closed('What you say of an agent that you used; at least one of rating, worked and unsafe.', [], {
    operation: text('Name of the operation; the agent as a whole unless given.', { minLength: 1, maxLength: 256 }),
    rating: { type: 'integer', minimum: 1, maximum: 5, description: '1 is bad, 5 is good.' },
    worked: { type: 'boolean', description: 'Whether it did what it says.' },
    unsafe: {
      type: 'boolean',
      description: 'True: you hold it to be unsafe. An administrator’s word takes it out of resolution, or back in.',
    },
    intent: text('What you used it for.', { maxLength: longestFeedbackIntent }),
  }),
  minProperties: 1,
};

/** What is measured of an agent. */
export const standingSchema: JsonObject = closed(
  'What callers together say of the agent; each counts once.',
  ['id', 'callers', 'raters', 'tellers', 'unsafe'],
  {
    id: text('The agent’s id.'),
    callers: { type: 'integer', minimum: 0, description: 'Callers that were heard.' },
    raters: { type: 'integer', minimum: 0, description: 'Callers that rated.' },
    rating: { type: 'number', minimum: 1, maximum: 5, description: 'Mean rating; absent when nobody rated.' },
    tellers: { type: 'integer', minimum: 0, description: 'Callers that said whether it worked.' },
    worked: { type: 'number', minimum: 0, maximum: 1, description: 'Share for whom it worked.' },
    unsafe: { type: 'boolean', description: 'An administrator holds it to be unsafe.' },
  },
);
