/** What the routes need of stored credentials and webhook subscriptions. */
import { createSchemaValidator } from '@dragoman/core/engine';
import type { RateLimiter } from '@dragoman/core/http';
import type { UpstreamCredentials } from './credentials/open-credentials.js';
import type { DocumentJobs } from './document-jobs.js';
import type { RoutesPorts } from './routes/ports.js';
import type { RunJob } from './threads/job-runner.js';

/** Number of schemas of webhooks that are kept compiled. */
const keptSchemas = 200;

/** Creates these dependencies of the routes. */
export function createCredentialPorts(
  { administration, sources, logins, webhooks }: UpstreamCredentials,
  { limiter, runJob }: { limiter: RateLimiter; runJob: RunJob<DocumentJobs> },
): Pick<RoutesPorts, 'credentials' | 'sourceCredentials' | 'credentialLogins' | 'webhooks'> {
  const validator = createSchemaValidator(keptSchemas, (input, request) => runJob('validate-value', input, request));
  return {
    credentials: administration,
    sourceCredentials: sources,
    credentialLogins: logins,
    webhooks: { subscriptions: webhooks, limiter, validator },
  };
}
