/** `POST /settings/reload`: reads the configuration and the policy again; for administrators. */
import type { Route } from '@dragoman/core/http';
import { closedSchema, dryRunMetadata, dryRunParameters, jsonReply } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { isConfigError } from '../config/config-error.js';
import type { ReloadReport } from '../config/live-settings.js';
import { isStartRefused } from '../config/start-refused.js';
import { type DryRunResult, dryRunReply, wantsDryRun, withDryRun } from './dry-run.js';

/** Dependencies of the route. */
export interface ReloadRoutePorts {
  /** Reads the configuration again in every worker; `dryRun` only compares. */
  reload: (options: { dryRun: boolean; subject: string; traceId: string }) => Promise<ReloadReport>;
}

/** Creates the route. */
export function createReloadRoute({ reload }: ReloadRoutePorts): Route {
  return {
    method: 'POST',
    path: '/settings/reload',
    budget: 'write',
    access: 'admin',
    action: 'settings.reload',
    describe: describeReload,
    async handle(context) {
      const dryRun = wantsDryRun(context);
      const { subject } = context.caller;
      try {
        const report = await reload({ dryRun, subject, traceId: context.traceId });
        if (dryRun) return dryRunReply(dryRunOf(report));
        return jsonReply({ ...report } as unknown as JsonObject, { headers: { 'Cache-Control': 'no-store' } });
      } catch (error) {
        if (isConfigError(error)) throw new Failure('CONFLICT', { message: `Nothing was changed: ${error.message}` });
        if (isStartRefused(error)) {
          throw new Failure('CONFLICT', { message: `Nothing was changed. ${error.message} ${error.help}` });
        }
        throw error;
      }
    },
  };
}

function dryRunOf({ applied, restart }: ReloadReport): DryRunResult {
  return {
    would_change: applied.length > 0,
    reversible: true,
    outcome: applied.length > 0 ? 'updated' : 'unchanged',
    changes: [
      ...applied.map((key) => `${key} would apply at once.`),
      ...restart.map((key) => `${key} has changed and needs a restart.`),
    ],
  };
}

const names = (description: string): JsonObject => ({
  type: 'array',
  maxItems: 1000,
  description,
  items: { type: 'string', maxLength: 200, description: 'Name of a setting.' },
});

const describeReload: Route['describe'] = {
  operationId: 'settings_reload',
  tag: 'administration',
  summary: 'Read the configuration and the policy again.',
  description:
    'Reads the configuration file and the policy file again, in every worker, and applies what can change at run time: rate limits, origins of web pages, the log level and the policy. Reports which other settings have changed and need a restart. An invalid file changes nothing. ' +
    'Use it after a file was edited. Do not use it to see the settings in force: use settings_list instead. Side effects: settings change.',
  parameters: [...dryRunParameters],
  responses: {
    '200': withDryRun(
      {
        description: 'What changed.',
        schema: closedSchema(
          'What a reload did.',
          {
            applied: names('Settings that changed and are in force.'),
            restart: names('Settings that changed and need a restart.'),
          },
          ['applied', 'restart'],
        ),
        examples: {
          done: { summary: 'One setting applied', value: { applied: ['log.level'], restart: ['server.port'] } },
        },
      },
      dryRunOf({ applied: ['log.level'], restart: [] }),
    ),
  },
  failures: [400, 403, 409],
  agent: { read_only: false, idempotent: true, side_effects: ['changes settings'], dry_run: dryRunMetadata },
};
