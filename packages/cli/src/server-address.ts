/** Which registry a call means. */
import type { CommandContext } from './command.js';

/** The registry that is asked when none is named. */
export const defaultServer = 'http://127.0.0.1:4780';

/** Address of the registry that a call means. */
export function serverOf({ options, surroundings }: Pick<CommandContext, 'options' | 'surroundings'>): string {
  return options.text('server') ?? (surroundings.env.DRAGOMAN_SERVER || defaultServer);
}
