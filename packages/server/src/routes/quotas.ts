/** `GET /quotas`: the quotas of the policy that apply to the caller, and what is left of each. */
import type { PolicyEngine } from '@dragoman/core/engine';
import type { RateLimiter, Route } from '@dragoman/core/http';
import { closedSchema, jsonReply, textSchema, wholeSchema } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { filter } from './audit-page.js';

/** Dependencies of the route. */
export interface QuotaRoutePorts {
  find: PolicyEngine['quotasOf'];
  limiter: RateLimiter;
}

/** Creates the route. */
export function createQuotasRoute({ find, limiter }: QuotaRoutePorts): Route {
  return {
    method: 'GET',
    path: '/quotas',
    budget: 'read',
    access: 'registry:read',
    describe: describeQuotas,
    async handle({ caller, url: { searchParams } }) {
      const [service, operation] = ['service', 'operation'].map((name) => {
        const value = searchParams.get(name) ?? '';
        if (value.length <= 512) return value;
        throw new Failure('INVALID_INPUT', { fieldErrors: [{ field: name, code: 'invalid', detail: 'is too long' }] });
      });
      const { windows, concurrent } = find(caller, { service: service ?? '', operation: operation ?? '', count: 1 });
      const quotas: JsonObject[] = [];
      for (const { key, name, unit, rateLimit, cost } of windows) {
        const { remaining, resetSeconds } = await limiter.take(key, rateLimit, 0);
        const { limit, windowSeconds } = rateLimit;
        quotas.push({
          name,
          unit,
          limit,
          remaining,
          window_seconds: windowSeconds,
          full_in_seconds: resetSeconds,
          cost,
        });
      }
      for (const { name, limit } of concurrent) quotas.push({ name, unit: 'concurrent', limit, cost: 1 });
      return jsonReply({ quotas }, { headers: { 'Cache-Control': 'private, no-cache' } });
    },
  };
}

const quotaSchema = closedSchema(
  'One quota.',
  {
    name: textSchema('What it counts.'),
    unit: { type: 'string', enum: ['calls', 'units', 'concurrent'], description: 'What is counted.' },
    limit: wholeSchema('Maximum.'),
    remaining: wholeSchema('What is left now.'),
    window_seconds: wholeSchema('Length of the window; what was used comes back evenly over this time.'),
    full_in_seconds: wholeSchema('Seconds until the whole quota is available.'),
    cost: wholeSchema('What one call costs.'),
  },
  ['name', 'unit', 'limit', 'cost'],
);

const describeQuotas: Route['describe'] = {
  operationId: 'quotas_read',
  tag: 'operation',
  summary: 'List your quotas and what is left of each.',
  description:
    'Lists the quotas of the policy of this server that apply to your calls of a service and an operation, with what is left and what one call costs, in the order of the policy. Without a service, only quotas that apply to every service are listed. ' +
    'Use it to plan many calls. Do not use it before every call: the headers RateLimit and RateLimit-Policy of each answer say the same. No side effects.',
  parameters: [filter('service', 'Id of the service to call.'), filter('operation', 'Name of the operation to call.')],
  responses: {
    '200': {
      description: 'The quotas.',
      content: {
        'application/json': {
          schema: closedSchema(
            'Quotas of the caller.',
            { quotas: { type: 'array', maxItems: 1000, description: 'The quotas.', items: quotaSchema } },
            ['quotas'],
          ),
          examples: {
            one: {
              summary: 'A quota per day',
              value: {
                quotas: [
                  {
                    name: 'calls per day',
                    unit: 'calls',
                    limit: 1000,
                    remaining: 990,
                    window_seconds: 86_400,
                    full_in_seconds: 864,
                    cost: 1,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
  failures: [400, 403],
  agent: { read_only: true },
};
