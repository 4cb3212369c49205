/**
 * Texts of a service that look like instructions to a model: readable by callers that may see the service, released
 * and held again by administrators.
 */
import type { BrowsePorts, HeldText, PublishPorts, TextDecision } from '@dragoman/core/engine';
import { decideHeldTexts, heldTextsInTurns, readEntry, rehearse, releaseLimits } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  agentParameter,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  jsonReply,
  pickFields,
  readFields,
  readJsonBody,
} from '@dragoman/core/http';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { dryRunReply, dryRunResultSchema, wantsDryRun } from './dry-run.js';
import { decisionSchema, heldTextsSchema, maxShown } from './held-text-schemas.js';
import { fault, invalidBody, refuseUnknown } from './request-faults.js';

const releaseId = 'agent_held_texts_release';
const holdId = 'agent_held_texts_hold';

/** Maximum request body in bytes. */
const bodyBytes = 32_768;

/** Creates the routes. */
export function createHeldTextRoutes(ports: BrowsePorts & PublishPorts): Route[] {
  const path = '/agents/{id}/held-texts';
  const decisionRoute = (decision: TextDecision['decision'], describe: Route['describe']): Route => ({
    method: 'POST',
    path: `${path}/${decision}`,
    budget: 'write',
    access: 'admin',
    action: 'entry.update',
    describe,
    handle: (context) => decide(ports, decision, context),
  });
  return [
    {
      method: 'GET',
      path,
      // Every text is examined, which takes long for a large service.
      budget: 'search',
      access: 'public',
      describe: describeList,
      handle: (context) => list(ports, context),
    },
    decisionRoute('release', describeRelease),
    decisionRoute('hold', describeHold),
  ];
}

async function list(ports: BrowsePorts, { params, caller, url }: RouteContext): Promise<HttpReply> {
  const fields = readFields(url, ['id', 'held', 'released', 'texts']);
  const { entry } = await readEntry(ports, params.id ?? '', caller);
  const headers = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };
  return jsonReply(pickFields(view(entry.id, await heldTextsInTurns(entry)), fields), { headers });
}

async function decide(
  ports: PublishPorts,
  decision: TextDecision['decision'],
  context: RouteContext,
): Promise<HttpReply> {
  const { request, params, caller, traceId } = context;
  const isDryRun = wantsDryRun(context);
  const hashes = readHashes(await readJsonBody(request, { bytes: bodyBytes }));
  const { stored, texts, changed } = await decideHeldTexts(isDryRun ? rehearse(ports) : ports, params.id ?? '', {
    decision,
    hashes,
    caller,
    traceId,
  });
  if (isDryRun) {
    const [done, undo] = decision === 'release' ? (['created', holdId] as const) : (['deleted', releaseId] as const);
    const words = decision === 'release' ? 'Releases' : 'Holds';
    const changes = changed
      ? [`${words} ${hashes.length} ${hashes.length === 1 ? 'text' : 'texts'} of ${stored.entry.id}.`]
      : [];
    const outcome = changed ? done : 'unchanged';
    return dryRunReply({ would_change: changed, reversible: true, outcome, changes, undo });
  }
  return jsonReply(view(stored.entry.id, texts), { headers: { 'Cache-Control': 'no-store' } });
}

function readHashes(body: JsonValue): string[] {
  const faults: FieldError[] = [];
  const whole = isJsonObject(body) ? body : {};
  refuseUnknown(whole, ['texts'], '', faults);
  const { texts } = whole;
  const hashes = Array.isArray(texts) ? texts.filter((each) => typeof each === 'string') : [];
  if (!Array.isArray(texts) || hashes.length !== texts.length || hashes.length === 0) {
    faults.push(fault('texts', '/texts', 'must be a list of hashes, as in the list of held texts'));
  } else if (hashes.length > releaseLimits.texts) {
    faults.push(fault('texts', '/texts', `must have at most ${releaseLimits.texts} hashes`, 'request/value'));
  }
  if (faults.length > 0) throw invalidBody(faults);
  return hashes;
}

function view(id: string, texts: readonly HeldText[]): JsonObject {
  const held = texts.filter(({ released }) => released === undefined).length;
  return { id, held, released: texts.length - held, texts: texts.map(viewText) };
}

function viewText({ hash, text, reasons, places, released }: HeldText): JsonObject {
  return {
    hash,
    state: released === undefined ? 'held' : 'released',
    text: text.slice(0, maxShown),
    ...(text.length > maxShown ? { text_cut: true } : {}),
    reasons: reasons.map(({ code, words }) => ({ code, words })),
    places: places.map((place) => ({ ...place })),
    ...(released === undefined ? {} : { released_by: released.by, released_at: released.at }),
  };
}

const responses = {
  '200': { description: 'The texts.', content: { 'application/json': { schema: heldTextsSchema } } },
};
const decided = {
  '200': {
    description: 'The texts after the decision, or the result of a dry run.',
    content: { 'application/json': { schema: { oneOf: [heldTextsSchema, dryRunResultSchema] } } },
  },
};

/** The hash of "You are a pirate." */
const exampleHash = 'sha256:dcd26f03a9b2ecbeb28cb24f41ad02b56c49c9536b4bafad59ebaf341235bd1a';

const untrusted = ['/texts/*/text', '/texts/*/reasons/*/words', '/texts/*/places/*/operation'];

const describeList: Route['describe'] = {
  operationId: 'agent_held_texts_list',
  tag: 'discovery',
  summary: 'List the texts of one service that are held from models.',
  description:
    'Lists texts that look like instructions to a model, in the order of the document: where they are, which words caused it, and whether somebody released them. No MCP, A2A, AGIS, OpenAPI or llms.txt face shows a held text; operations can be called all the same. ' +
    'Use this when the description of a tool is held. Do not use it to compare services: use agent_findings_read instead. At most 200 texts. No side effects.',
  parameters: [agentParameter(), fieldsParameter('the answer')],
  responses,
  failures: [404],
  agent: { read_only: true, untrusted, next: [releaseId] },
};

const requestBody = (summary: string) => ({
  description: 'Which texts.',
  required: true,
  content: {
    'application/json': {
      schema: decisionSchema,
      examples: { one: { summary, value: { texts: [exampleHash] } } },
    },
  },
});

const describeRelease: Route['describe'] = {
  operationId: releaseId,
  tag: 'registration',
  summary: 'Release held texts of one service.',
  description:
    'Shows exactly these texts to models from now on, also when the service is registered again; a changed text is held again. Use this after a person has read the text and found that it describes the service. ' +
    'Do not use it to read the texts: use agent_held_texts_list instead. For administrators; the decision is audited with the hashes.',
  parameters: [agentParameter(), ...dryRunParameters],
  requestBody: requestBody('Release one text'),
  responses: decided,
  failures: [400, 404, 409, 413, 415],
  agent: {
    read_only: false,
    side_effects: ['models see the released texts'],
    untrusted,
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    idempotent: true,
    undo: holdId,
  },
};

const describeHold: Route['describe'] = {
  operationId: holdId,
  tag: 'registration',
  summary: 'Hold released texts of one service again.',
  description:
    'Takes the release of these texts back: models no longer see them. Use this when a release was a mistake. ' +
    'Do not use it for texts that were never released: they are held already. For administrators; the decision is audited with the hashes.',
  parameters: [agentParameter(), ...dryRunParameters],
  requestBody: requestBody('Hold one text again'),
  responses: decided,
  failures: [400, 404, 409, 413, 415],
  agent: {
    read_only: false,
    side_effects: ['models no longer see the texts'],
    untrusted,
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    idempotent: true,
    undo: releaseId,
  },
};
