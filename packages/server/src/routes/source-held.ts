/** `POST /sources/{id}/held`: the decision on tool changes that a check found and held. */

import type { SourceRecord } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { dryRunMetadata, dryRunParameters, readJsonBody } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { crawlSource } from '../crawl/crawl-source.js';
import { type DryRunResult, dryRunReply, wantsDryRun } from './dry-run.js';
import { requirePublisher } from './imports.js';
import { changedSource, sourceParameter, untrusted } from './source-description.js';
import type { HeldDecision } from './source-request.js';
import { maxMarkLength, readHeldDecision } from './source-request.js';
import type { SourceRoutePorts } from './sources.js';
import { answerSource, auditDraft, requireSource } from './sources.js';

/** Creates the route for decisions on held changes. */
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
  if (wantsDryRun(context)) return dryRunReply(decisionDryRun(decision.decision, source.held?.changes.length ?? 0));
  const decided = decision.decision === 'accept' ? accept(ports, source, context) : refuse(ports, source, context);
  return answerSource(ports, await decided);
}

function requireHeld({ held }: SourceRecord, { mark }: HeldDecision): void {
  if (held === undefined) throw new Failure('CONFLICT', { message: 'This source has no held changes.' });
  if (held.mark !== mark) throw changedAgain();
}

/** Reads the description again, and applies it only when it is still the reviewed one. */
async function accept(ports: SourceRoutePorts, source: SourceRecord, context: RouteContext): Promise<SourceRecord> {
  const { signal, traceId } = context;
  const mark = source.held?.mark ?? '';
  const audit = auditDraft(ports, context, 'source.accept', source.id);
  const checked = await crawlSource(ports, source, { signal, traceId, acceptance: { mark, audit } });
  if (checked.failures > 0) throw new Failure('UPSTREAM_ERROR', { message: checked.lastError ?? '' });
  if (checked.held !== undefined) throw changedAgain();
  return checked;
}

async function refuse(ports: SourceRoutePorts, source: SourceRecord, context: RouteContext): Promise<SourceRecord> {
  if (source.held === undefined) return source;
  const refused: SourceRecord = { ...source, held: { ...source.held, refused: true } };
  await ports.store.sources.settle(refused, undefined, auditDraft(ports, context, 'source.refuse', source.id));
  return refused;
}

function decisionDryRun(decision: HeldDecision['decision'], count: number): DryRunResult {
  const held = `${count} held ${count === 1 ? 'change' : 'changes'}`;
  const changes = [
    decision === 'accept'
      ? `Applies ${held}, if the description still has this mark.`
      : `Refuses ${held}; the tools stay as they are.`,
  ];
  return { would_change: true, reversible: decision === 'refuse', outcome: 'updated', changes };
}

function changedAgain(): Failure {
  return new Failure('CONFLICT', {
    message: 'The description has changed since you read it; read the source again and send its current mark.',
  });
}

const decideDescription: Route['describe'] = {
  operationId: 'sources_held_decide',
  tag: 'imports',
  summary: 'Accept or refuse tool changes that are held at a source.',
  description:
    'When a provider changes a tool under its name, the change is held until somebody accepts it; sources_read lists held changes. ' +
    'accept reads the description again and applies it if it still has this mark; refuse leaves the tools unchanged until the description changes again. ' +
    'Use this after you reviewed the changes. Do not use it for tools of a toolset: use toolsets_updates_decide for that. ' +
    'Side effects: accept updates services of the source’s owner; both decisions are audited.',
  parameters: [sourceParameter, ...dryRunParameters],
  requestBody: {
    description: 'The decision and the mark of the held changes.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          description: 'A decision.',
          required: ['decision', 'mark'],
          properties: {
            decision: { type: 'string', enum: ['accept', 'refuse'], description: 'The decision.' },
            mark: {
              type: 'string',
              minLength: 1,
              maxLength: maxMarkLength,
              description: 'Value of held.mark of the source.',
            },
          },
          additionalProperties: false,
        },
        examples: {
          accept: {
            summary: 'Accept the changes.',
            value: { decision: 'accept', mark: 'yFjouWTwOrirQUmjAj86qwiJig6ciRGS' },
          },
        },
      },
    },
  },
  responses: { '200': changedSource('The source after the decision.', decisionDryRun('accept', 2)) },
  failures: [400, 403, 404, 406, 409, 413, 415, 502, 503],
  agent: {
    read_only: false,
    side_effects: ['fetches the URL', 'may update registry entries'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    next: ['agents_read'],
    untrusted: untrusted(''),
  },
};
