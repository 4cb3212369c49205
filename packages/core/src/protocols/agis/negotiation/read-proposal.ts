/** Reads the body of a PROPOSE (agtp.md): a complete endpoint, its data class, its session. */
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { HttpRequest } from '../../../transport/http-request.js';

/** A proposal. */
export interface Proposal {
  endpoint: JsonObject;
  dataClass: string;
  sessionId: string;
  persistence: 'session' | 'persistent';
  /** Id of an earlier turn. */
  negotiationId?: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const known = ['proposal', 'data_class', 'session_id', 'persistence', 'scope_requested', 'negotiation_id'];
/** A session name: long enough to avoid accidental collisions. */
const sessionName = /^[\x21-\x7e]{8,200}$/;

/** Reads a proposal; throws `INVALID_INPUT` with all problems. */
export function readProposal(body: JsonValue, { headers }: Pick<HttpRequest, 'headers'>): Proposal {
  const given = isJsonObject(body) ? body : {};
  const problems: FieldError[] = [];
  const report = (field: string, detail: string) =>
    problems.push({ field, pointer: `/${field}`, code: 'agis/proposal', detail });
  for (const name of Object.keys(given))
    if (!known.includes(name)) report(name.slice(0, 80), `is unknown; known members are ${known.join(', ')}`);
  const {
    proposal,
    data_class: dataClass,
    session_id: session = headers.get('session-id') ?? undefined,
    persistence = 'session',
  } = given;
  if (!isJsonObject(proposal))
    report('proposal', 'must be a complete endpoint: method, path, semantic, input, output, errors');
  if (typeof dataClass !== 'string' || dataClass === '') report('data_class', 'must name a class of the data manifest');
  if (typeof session !== 'string' || !sessionName.test(session))
    report('session_id', 'must be 8 to 200 printable characters, the same on every turn and call');
  if (persistence !== 'session' && persistence !== 'persistent') report('persistence', 'must be session or persistent');
  const negotiationId = headers.get('negotiation-id') ?? given.negotiation_id;
  if (negotiationId !== undefined && (typeof negotiationId !== 'string' || !uuid.test(negotiationId)))
    report('negotiation_id', 'must be the id from an earlier response');
  if (problems.length > 0)
    throw new Failure('INVALID_INPUT', {
      message: `The proposal has ${problems.length} problem(s).`,
      fieldErrors: problems,
    });
  return {
    endpoint: proposal as JsonObject,
    dataClass: String(dataClass),
    sessionId: String(session),
    persistence: persistence === 'persistent' ? 'persistent' : 'session',
    ...(typeof negotiationId === 'string' ? { negotiationId } : {}),
  };
}
