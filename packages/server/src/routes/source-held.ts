/** `POST /sources/{id}/held`: somebody's word on changes of tools that a look found and held. */

import type { SourceRecord } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { readJsonBody } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { crawlSource } from '../crawl/crawl-source.js';
import { requirePublisher } from './imports.js';
import { sourceContent, sourceParameter, untrusted } from './source-description.js';
import type { HeldDecision } from './source-request.js';
import { longestMark, readHeldDecision } from './source-request.js';
import type { SourceRoutePorts } from './sources.js';
import { answerSource, auditDraft, requireSource } from './sources.js';

/** The route of decisions on held changes. */
export function createSourceHeldRoute(ports: SourceRoutePorts): Route {
  return {
    method: 'POST',
    path: '/sources/{id}/held',
    budget: 'write',
    access: 'registry:write',
    action: 'source.decide',
    describe: decideDescription,
    handle: (context) => decide(ports, context),
  };
}

async function decide(ports: SourceRoutePorts, context: RouteContext): Promise<HttpReply> {
  const decision = readHeldDecision(await readJsonBody(context.request, { bytes: ports.settings.bodyBytes }));
  const source = await requireSource(ports, context);
  requirePublisher(ports.settings, context.caller);
  requireHeld(source, decision);
  const decided = decision.decision === 'accept' ? accept(ports, source, context) : refuse(ports, source, context);
  return answerSource(ports, await decided);
}

function requireHeld({ held }: SourceRecord, { mark }: HeldDecision): void {
  if (held === undefined) throw new Failure('CONFLICT', { message: 'Nothing is held at this source.' });
  if (held.mark !== mark) throw changedAgain();
}

/** The description is read anew, and taken over only when it is the one that was looked at. */
async function accept(ports: SourceRoutePorts, source: SourceRecord, context: RouteContext): Promise<SourceRecord> {
  const { signal, traceId } = context;
  const mark = source.held?.mark ?? '';
  const audit = auditDraft(ports, context, 'source.accept', source.id);
  const looked = await crawlSource(ports, source, { signal, traceId, acceptance: { mark, audit } });
  if (looked.failures > 0) throw new Failure('UPSTREAM_ERROR', { message: looked.lastError ?? '' });
  if (looked.held !== undefined) throw changedAgain();
  return looked;
}

async function refuse(ports: SourceRoutePorts, source: SourceRecord, context: RouteContext): Promise<SourceRecord> {
  if (source.held === undefined) return source;
  const refused: SourceRecord = { ...source, held: { ...source.held, refused: true } };
  await ports.store.sources.settle(refused, undefined, auditDraft(ports, context, 'source.refuse', source.id));
  return refused;
}

function changedAgain(): Failure {
  return new Failure('CONFLICT', {
    message: 'The description has changed again since you looked; read the source, and decide on its present mark.',
  });
}

const decideDescription: Route['describe'] = {
  operationId: 'sources_held_decide',
  tag: 'imports',
  summary: 'Accept or refuse changes of tools that are held at a source.',
  description:
    'A provider that changes a tool under its name does not change what was chosen here until somebody agrees; sources_read tells what is held. ' +
    'accept reads the description again and takes it over if it is still the one with this mark; refuse leaves the tools as they are until the description changes again. ' +
    'Use this after looking at the changes. Do not use it for tools of a toolset: use toolsets_updates_decide for that. ' +
    'Side effects: accept updates agents that the source’s owner owns; both are recorded.',
  parameters: [sourceParameter],
  requestBody: {
    description: 'The decision, and what it is about.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          description: 'A decision.',
          required: ['decision', 'mark'],
          properties: {
            decision: { type: 'string', enum: ['accept', 'refuse'], description: 'What is to happen.' },
            mark: {
              type: 'string',
              minLength: 1,
              maxLength: longestMark,
              description: 'held.mark of the source, as it was read.',
            },
          },
          additionalProperties: false,
        },
        examples: {
          accept: {
            summary: 'Take it over.',
            value: { decision: 'accept', mark: 'yFjouWTwOrirQUmjAj86qwiJig6ciRGS' },
          },
        },
      },
    },
  },
  responses: { '200': { description: 'The source afterwards.', content: sourceContent } },
  failures: [400, 403, 404, 406, 409, 413, 415, 502, 503],
  agent: {
    read_only: false,
    side_effects: ['fetches the address', 'may update registry entries'],
    risk: { irreversible: false, requires_confirmation: false },
    next: ['agents_read'],
    untrusted: untrusted(''),
  },
};
