/** Shared parts of the routes that change something: authorization, conditions, dry runs, parameters. */
import type { FieldError } from '@dragoman/model';
import { Failure, nearestName } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { ChangeRequest, PublishPorts } from '../../../catalogue/publish.js';
import { rehearse } from '../../../catalogue/rehearse.js';
import { writePrecondition } from '../../../transport/conditional.js';
import type { HttpRequest } from '../../../transport/http-request.js';
import { negotiate } from '../../../transport/negotiate.js';
import { flag, invalidParameters, readParameters } from '../../../transport/query-string.js';
import type { RouteContext } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';

/** A requested change. */
export interface AskedChange {
  /** Ports of the change; those of a rehearsal for a dry run. */
  ports: PublishPorts;
  request: ChangeRequest;
  dryRun: boolean;
  /** The response should include the diagnostics of the document. */
  diagnostics: boolean;
}

/** Parameters of routes that change something. */
export type ChangeParameter = 'dry_run' | 'diagnostics';

/** Reads the options of a change; rejects anything that could change its meaning. */
export function readChange(ports: AidipPorts, context: RouteContext, known: readonly ChangeParameter[]): AskedChange {
  const { request, caller, traceId } = context;
  negotiate(request, ['application/json']);
  requirePublisher(ports, caller);
  const problems: FieldError[] = [];
  const flags = readFlags(context.url, known, problems);
  const dryRun = known.includes('dry_run') && (dryRunHeader(request, problems) || flags.has('dry_run'));
  if (problems.length > 0) throw invalidParameters(problems);
  const precondition = writePrecondition(request);
  return {
    ports: dryRun ? rehearse(ports) : ports,
    request: { caller, traceId, ...(precondition === undefined ? {} : { precondition }) },
    dryRun,
    diagnostics: flags.has('diagnostics'),
  };
}

/** If only verified publishers may register, this scope identifies them (AIDIP-REG-07). */
function requirePublisher(ports: AidipPorts, caller: Caller): void {
  const scope = ports.settings.publisherScope;
  if (scope === undefined || caller.scopes.includes(scope) || caller.scopes.includes('admin')) return;
  throw new Failure('FORBIDDEN', {
    message: `Only verified publishers may change agents: your credential lacks the scope '${scope}'.`,
  });
}

/** Unknown parameters are rejected: `dry_rnu=true` would otherwise make the change. */
function readFlags(url: URL, known: readonly ChangeParameter[], problems: FieldError[]): Set<string> {
  const set = new Set<string>();
  for (const [name, values] of readParameters(url)) {
    const field = name.slice(0, 100);
    if (!(known as readonly string[]).includes(name)) {
      const near = nearestName(name, known);
      const hint = near === undefined ? '' : `; did you mean '${near}'?`;
      problems.push({ field, code: 'request/unknown-parameter', detail: `is not a known parameter${hint}` });
      continue;
    }
    const value = flag(values.at(-1) ?? '');
    if (value === undefined) problems.push({ field, code: 'request/type', detail: 'must be true or false' });
    else if (value) set.add(name);
  }
  return set;
}

function dryRunHeader(request: Pick<HttpRequest, 'headers'>, problems: FieldError[]): boolean {
  const header = request.headers.get('x-dry-run');
  if (header === null) return false;
  const value = flag(header);
  if (value === undefined) problems.push({ field: 'X-Dry-Run', code: 'request/type', detail: 'must be true or false' });
  return value === true;
}
