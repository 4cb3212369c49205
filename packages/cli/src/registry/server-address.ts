/** Which registry the command line talks to. */
import type { CommandContext } from '../command/command.js';

/** The registry that is used when none is given. */
export const defaultServer = 'http://127.0.0.1:4780';

/** URL of the registry. */
export function serverOf({ options, runtime }: Pick<CommandContext, 'options' | 'runtime'>): string {
  return options.text('server') ?? (runtime.env.DRAGOMAN_SERVER || defaultServer);
}
