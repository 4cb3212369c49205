/** `dragoman credentials login`: logs a person in at the authorization server of a service. */
import type { LoginRequest, LoginTarget, StartedLogin } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { listenForRedirect } from '../files/await-redirect.js';
import { openInBrowser } from '../files/open-in-browser.js';
import { readSecret, secretOptions } from '../files/read-secret.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Logs in. */
export const credentialsLogin: Command = {
  name: 'credentials login',
  summary: 'Log in to a service that requires OAuth',
  details:
    'Opens the login page of the service in the browser and waits for it on this machine. The registry finds the authorization server, ' +
    'registers itself there if necessary, and stores the tokens encrypted; it refreshes them automatically. The ' +
    'tokens are used for your calls ' +
    'only, or with --shared for the calls of everybody, and are sent to no other address. For an MCP server that ' +
    'lists its tools only after a login, pass its URL here, then add it.',
  arguments: [{ name: 'service|url', required: true, multiple: false, description: 'Id of the service, or its URL' }],
  options: [
    { name: 'shared', description: 'For the calls of everybody; only the owner of the service can do this' },
    { name: 'scope', value: 'scopes', description: 'Scopes to request (default: those that the service names)' },
    { name: 'issuer', value: 'url', description: 'Authorization server, if the service names none or several' },
    { name: 'client-id', value: 'id', description: 'Id of a client that you registered there' },
    {
      name: 'client-secret',
      description: 'That client has a secret: read it from --secret-env, --secret-file or a prompt',
    },
    { name: 'dpop', description: 'Bind the tokens to a key (DPoP), although the service does not require it' },
    { name: 'register', description: 'Register a new client, although one of an earlier login is known' },
    { name: 'print', description: 'Print the address of the login page instead of opening it' },
    {
      name: 'paste',
      description: 'Prompt for the final address in the browser, for a browser on another machine',
    },
    ...secretOptions,
  ],
  examples: [
    { line: 'dragoman credentials login linden-tracker', explanation: 'Log in for your own calls' },
    {
      line: 'dragoman credentials login https://linden.example/mcp',
      explanation: 'An MCP server that lists its tools only after a login; then add it',
    },
    {
      line: 'dragoman credentials login freight-desk --shared --scope "quotes:read"',
      explanation: 'One login for all callers',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [name = ''] = args;
    const { logins } = connect(context, { timeoutMs: 60_000 }).credentials;
    const listener = await listenForRedirect();
    try {
      const request = {
        ...loginTarget(name, options.flag('shared')),
        ...(await clientOf(context)),
        ...choicesOf(context),
      };
      const started = await logins.start({ ...request, redirect_uri: listener.uri }, { signal: runtime.signal });
      const query = await followLogin(context, started, listener.wait);
      const stored = await logins.finish(started.login, query, { signal: runtime.signal });
      if (print.json) print.value({ ...stored, issuer: started.issuer });
      else print.out(line`${print.color.good('logged in')}  ${name}  ${stored.name}`);
      if (!print.json && stored.for === 'everyone') print.note(line`All callers of the service use this login.`);
      return 0;
    } finally {
      listener.close();
    }
  },
};

/** True for an address, which is not an id. */
export function isAddress(name: string): boolean {
  return /^(?:mcp\+)?https?:\/\//i.test(name);
}

/** What a person named. */
export function loginTarget(name: string, shared: boolean): LoginTarget {
  const audience = shared ? 'everyone' : 'me';
  return isAddress(name) ? { url: name, for: audience } : { service: name, for: audience };
}

function choicesOf({ options }: CommandContext): Pick<LoginRequest, 'scope' | 'issuer' | 'register' | 'dpop'> {
  const [scope, issuer] = [options.text('scope'), options.text('issuer')];
  return {
    ...(scope === undefined ? {} : { scope }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(options.flag('register') ? { register: true } : {}),
    ...(options.flag('dpop') ? { dpop: true } : {}),
  };
}

async function clientOf(context: CommandContext): Promise<Pick<LoginRequest, 'client_id' | 'client_secret'>> {
  const { options } = context;
  const id = options.text('client-id');
  if (id === undefined) {
    if (options.flag('client-secret')) throw new UsageError('--client-secret needs --client-id');
    return {};
  }
  if (!options.flag('client-secret')) return { client_id: id };
  return { client_id: id, client_secret: await readSecret(context, 'client secret') };
}

/** Milliseconds that the person has, as at the server. */
const maxMs = 600_000;

type Wait = (state: string, signal: AbortSignal) => Promise<string>;

/** Shows the login page and returns the query of the redirect. */
async function followLogin(context: CommandContext, started: StartedLogin, wait: Wait): Promise<string> {
  const { options, print, runtime } = context;
  const { authorization_url: url, issuer, scope, token_url: tokenUrl } = started;
  const opened = !options.flag('print') && !options.flag('paste') && (await openInBrowser(runtime.env, url));
  print.note(
    line`${opened ? 'The browser was opened' : 'Open this address in a browser'} to log in at ${issuer}${scope === undefined ? '' : ` (${scope})`}:`,
  );
  print.note(line`${url}`);
  // A description may name any address; a person should see who gets the code.
  if (new URL(tokenUrl).host !== new URL(url).host) print.note(line`The tokens are requested at ${tokenUrl}.`);
  if (options.flag('paste')) {
    const address = (await runtime.ask('Address that the browser ended at: ')).trim();
    if (!URL.canParse(address))
      throw new UsageError('the text is not a URL; start the login again and paste the whole address');
    return new URL(address).search.slice(1);
  }
  print.note(line`Waiting for the login, at most ten minutes. Ctrl+C cancels it.`);
  const late = AbortSignal.timeout(maxMs);
  const state = new URL(url).searchParams.get('state') ?? '';
  try {
    return await wait(state, AbortSignal.any([late, runtime.signal]));
  } catch (thrown) {
    if (late.aborted) throw new UsageError('the login timed out after ten minutes; start it again');
    throw thrown;
  }
}
