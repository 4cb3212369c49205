/** What a person reads when the server has started: its URL, who has access, and what to try next. Fits into 80 columns. */

/** A server that has started. */
export interface StartedServer {
  url: string;
  /** Host and port, if the URL is the public one of a proxy. */
  address?: string | undefined;
  /** The database, as a person would name it. */
  store: string;
  /** True while no credential is needed. */
  open: boolean;
  workers: number;
  /** True when the server serves the web console. */
  hasConsole: boolean;
  /** Address of the gRPC listener, if there is one. */
  grpc?: string | undefined;
  /** How the reader starts the command line: `dragoman`, or `npx dragoman` in a project that contains it. */
  command: string;
}

const openAccess = 'open to every user of this machine until the first key is created';
const closedAccess = 'without a credential, only public data can be read';

/** URL that the command line uses unless it is given another one. */
const defaultUrl = 'http://127.0.0.1:4780';

/** The message, with its final line break. */
export function startMessage({ url, address, store, open, workers, hasConsole, grpc, command }: StartedServer): string {
  return [
    `Dragoman listens on ${address ?? url}`,
    ...(address === undefined ? [] : [`  public  ${url}`]),
    `  store   ${store}`,
    `  access  ${open ? openAccess : closedAccess}`,
    ...(workers === 1 ? [] : [`  workers ${workers}`]),
    ...(hasConsole ? [`  console ${url}/console`] : []),
    `  API     ${url}/openapi.json`,
    ...(grpc === undefined ? [] : [`  gRPC    ${grpc}`]),
    '',
    'Next, in another terminal:',
    ...(url === defaultUrl ? [] : [`  export DRAGOMAN_SERVER=${url}`]),
    ...inColumns([
      [`${command} add <file or URL>`, 'add a service to the catalogue'],
      [`${command} search "words"`, 'find a service'],
      [`${command} keys create <name>`, open ? 'end the open access' : 'create a credential'],
      [`${command} demo`, 'see what Dragoman does, in one minute'],
    ]),
    'Press Ctrl+C to stop.',
    '',
  ].join('\n');
}

function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([line]) => line.length));
  return rows.map(([line, explanation]) => `  ${line.padEnd(width)}  ${explanation}`);
}
