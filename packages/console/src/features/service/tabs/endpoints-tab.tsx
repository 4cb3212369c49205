/** Where clients of each protocol find the service on this server. */
import { Snippet } from '../../../components/code-view.js';
import { Panel } from '../../../components/page.js';
import { useClient } from '../../../session/console-context.js';

const endpoints: readonly { path: string; title: string; use: string }[] = [
  { path: 'mcp', title: 'MCP', use: 'Streamable HTTP, for MCP clients.' },
  {
    path: 'openapi.json',
    title: 'OpenAPI 3.1',
    use: 'Every operation as a POST through the gateway, for client generators.',
  },
  { path: 'tools', title: 'N-ACT', use: 'Tools with locked signatures, for agents.' },
  { path: 'agis', title: 'AGIS', use: 'Verbs and paths with contracts.' },
  { path: '.well-known/agent-card.json', title: 'A2A', use: 'Signed agent card, for A2A clients.' },
  { path: 'llms.txt', title: 'llms.txt', use: 'A short overview in Markdown, for models.' },
  {
    path: 'invoke',
    title: 'REST',
    use: 'POST the inputs as JSON; the name of the operation is the next part of the path.',
  },
];

/** The tab. */
export function EndpointsTab({ id }: { id: string }) {
  const { baseUrl } = useClient();
  return (
    <Panel title="Endpoints" description="The same service in every protocol, through this gateway.">
      <ul className="flex flex-col gap-4">
        {endpoints.map(({ path, title, use }) => (
          <li key={path} className="grid items-center gap-x-4 gap-y-1 md:grid-cols-[14rem_minmax(0,1fr)]">
            <div>
              <p className="font-medium">{title}</p>
              <p className="text-sm text-muted">{use}</p>
            </div>
            <Snippet
              wrap
              label={`${title} address`}
              text={new URL(`agents/${encodeURIComponent(id)}/${path}`, baseUrl).href}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
