/** `dragoman doctor`: checks whether a server can run with this configuration on this machine; changes nothing. */
import { systemClock } from '@dragoman/core/http';
import { isConfigError } from './config/config-error.js';
import type { ConfigSources } from './config/load-config.js';
import { loadConfig } from './config/load-config.js';
import type { Finding } from './doctor/check.js';
import { good, problem } from './doctor/check.js';
import { checkPolicy, checkSealingKey, checkSettingFiles, checkStoreFiles } from './doctor/check-files.js';
import { checkGrpc } from './doctor/check-grpc.js';
import { checkIssuers, checkModel, checkRedis, checkStore } from './doctor/check-services.js';
import { openStore } from './open-store.js';

const oldest = [20, 19] as const;

/** Runs every check; without a valid configuration only that is reported. */
export async function examine(sources: ConfigSources): Promise<Finding[]> {
  const program = checkNode(process.versions.node);
  try {
    const config = loadConfig(sources);
    const set = Object.values(config.origins).filter((origin) => origin !== 'default').length;
    const connected = await Promise.all([
      checkStore(config, (logger) => openStore(config, { clock: systemClock, logger })),
      checkRedis(config),
      checkIssuers(config),
      checkModel(config),
      checkGrpc(config),
    ]);
    return [
      program,
      good('configuration', `Valid; ${set} ${set === 1 ? 'setting differs' : 'settings differ'} from the default.`),
      ...checkStoreFiles(config),
      ...checkSealingKey(config),
      ...checkSettingFiles(config),
      ...checkPolicy(config),
      ...connected.flat(),
    ];
  } catch (error) {
    if (!isConfigError(error)) throw error;
    return [
      program,
      ...error.problems.map(({ key, origin, message }) =>
        problem('configuration', `${key} ${message}`, `Correct it in ${origin}.`),
      ),
    ];
  }
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  if (isNew) return good('program', `Node ${version}.`);
  return problem('program', `Node ${version} is too old.`, `Install Node ${oldest.join('.')} or later.`);
}
