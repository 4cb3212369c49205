/** The configuration in force: settings that can change at run time are replaced on reload. */
import type { Config } from './config/config.js';
import type { ReloadReport } from './config/live-settings.js';
import { compareSettings, withLiveSettings } from './config/live-settings.js';
import type { Logger } from './observe/logger.js';

/** The configuration in force. */
export interface LiveConfig {
  current(): Config;
  /** Reads the configuration again and applies it; `dryRun` only compares. */
  reload(options: { dryRun: boolean }): Promise<ReloadReport>;
}

/** Dependencies of the configuration in force. */
export interface LiveConfigPorts {
  /** Reads the configuration again; throws a ConfigError. Absent: only the policy is read again. */
  loadConfig?: (() => Config) | undefined;
  logger: Logger;
  /** Applies it; throws when it cannot be used, and changes nothing then. `dryRun` only checks it. */
  apply: (config: Config, options: { dryRun: boolean }) => Promise<void>;
}

/** Starts with this configuration. */
export function createLiveConfig(config: Config, { loadConfig, logger, apply }: LiveConfigPorts): LiveConfig {
  let current = config;
  return {
    current: () => current,
    async reload({ dryRun }) {
      const read = loadConfig?.() ?? current;
      const report = compareSettings(current, read);
      const next = withLiveSettings(current, read);
      await apply(next, { dryRun }).catch((error: unknown) => {
        logger.error({ err: error }, 'the configuration was read again and cannot be used; nothing was changed');
        throw error;
      });
      if (dryRun) return report;
      logger.setLevel?.(next.log.level);
      current = next;
      logger.info({ ...report }, 'read the configuration again');
      return report;
    },
  };
}
