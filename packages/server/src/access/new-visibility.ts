/** Decides who may see a new service whose description does not say it. */
import type { Caller } from '@dragoman/core/engine';
import type { Visibility } from '@dragoman/model';
import type { Config } from '../config/config.js';

/** Creates the decision. `auto`: private where callers have an identity, public on a server in open mode. */
export function createNewVisibility(setting: Config['registry']['visibility']): (caller: Caller) => Visibility {
  if (setting !== 'auto') return () => setting;
  return ({ kind }) => (kind === 'local' ? 'public' : 'private');
}
