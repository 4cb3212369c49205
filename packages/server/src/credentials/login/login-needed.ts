/** Failures of calls that need a login: they name the command that fixes them. */
import { Failure } from '@dragoman/model';

/** A call failed because a login is missing or has ended; `at` is what a person types to name the service. */
export class LoginNeeded extends Failure {
  constructor(at: string, what: string, scopes: readonly string[] = []) {
    const scope = scopes.join(' ');
    const command = loginCommand(at, scope);
    super('FORBIDDEN', {
      message: `${what} Log in with "${command}".`,
      help: 'Ask the user to do this, or to log in on the page of the service in the console, under Credentials; then call again.',
      members: { login: { at, ...(scope === '' ? {} : { scope }) } },
    });
  }
}

/** The failure of a call whose login no longer works; nothing was sent. */
export function loginEnded(at: string): Failure {
  return new LoginNeeded(at, 'The login to the service has ended, and nothing was sent.');
}

/** The command that logs a person in. */
export function loginCommand(at: string, scope = ''): string {
  return `dragoman credentials login ${quoted(at)}${scope === '' ? '' : ` --scope ${quoted(scope)}`}`;
}

/** A word for a shell. */
export function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
