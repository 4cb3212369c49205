/** PROF-DISC-01: the API serves its own description. */
import { isJsonObject } from '@dragoman/model';
import { pathOf } from '../address.js';
import { type Check, fails, holds, type Outcome, open } from '../check.js';
import { documentRequests, findDocument } from '../conventional-documents.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';

const paths = ['/openapi.json', '/.well-known/api-catalog', '/openapi.yaml', '/swagger.json', '/v3/api-docs'];

/** The description is served. */
export const descriptionServed: Check = {
  id: 'description-served',
  requirement: 'PROF-DISC-01',
  severity: 'warning',
  title: 'The API serves its own description',
  why: 'An agent that knows the URL of an API should be able to discover its operations.',
  help: 'Serve the document at /openapi.json, or list it in /.well-known/api-catalog (RFC 9727).',
  needs: 'reads',
  async run(probe): Promise<Outcome[]> {
    const { base, describedAt = '' } = probe;
    // The paths may be below a base path that the description itself is not below.
    if (URL.canParse(describedAt) && new URL(describedAt).origin === base.origin)
      return [holds(`it was read from ${describedAt.slice(0, 200)}`)];
    const requests = documentRequests(probe, paths, {
      accept: 'application/json, application/yaml, application/linkset+json',
    });
    const { found, tried } = await findDocument(
      probe,
      requests,
      (exchange) => isSuccess(exchange) && isDescription(exchange),
    );
    if (found !== undefined) return [holds(`it is at ${pathOf(base, found.request)}`, { exchanges: [found] })];
    const unsent = tried.find(({ answer }) => answer === undefined);
    if (unsent !== undefined) return [open(outcomeOf(unsent), { exchanges: [unsent] })];
    const places = tried.map(({ request }) => pathOf(base, request)).join(', ');
    return [fails(`no description at ${places}`, { exchanges: tried.slice(0, 2) })];
  },
};

/** A long description may be truncated; its beginning is sufficient. */
function isDescription({ answer }: Exchange): boolean {
  const { json, text = '' } = answer ?? {};
  if (isJsonObject(json)) return ['openapi', 'swagger', 'linkset'].some((name) => Object.hasOwn(json, name));
  return /^\s*(?:\{\s*"|)(?:openapi|swagger)"?\s*:/.test(text.slice(0, 500));
}
