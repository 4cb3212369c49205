/** What a command is as an MCP server: its tools, or why it cannot be used. */
import type { StdioServerPreview } from '@dragoman/sdk';
import { Badge } from './badge.js';
import { ThirdPartyText } from './third-party-text.js';

/** The result of a preview. */
export function ServerPreview({ preview }: { preview: StdioServerPreview['preview'] }) {
  const { starts, tools, tool_count: count, server_name: name = '', server_version: version = '', problem } = preview;
  return (
    <div
      role="group"
      aria-label="Preview of the server"
      className="flex flex-col gap-2 rounded-md border border-line p-3"
    >
      <p className="flex flex-wrap items-baseline gap-2">
        <Badge tone={starts ? 'good' : 'bad'}>{starts ? 'starts' : 'does not start'}</Badge>
        {starts && <span>{count === 1 ? '1 tool' : `${count.toLocaleString('en')} tools`}</span>}
        <ThirdPartyText text={`${name} ${version}`.trim()} limit={200} className="text-muted" />
      </p>
      {problem !== undefined && (
        <p role="alert" className="text-bad">
          <ThirdPartyText text={problem.message} limit={500} />
        </p>
      )}
      {tools.length > 0 && (
        <ul
          aria-label="Tools"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
          tabIndex={0}
          className="max-h-56 overflow-y-auto text-sm"
        >
          {tools.map((tool, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a hostile server may repeat a name
            <li key={at} className="py-1">
              <ThirdPartyText text={tool.name} limit={200} className="font-mono" />
              <ThirdPartyText text={tool.description} limit={300} plain className="block text-muted" />
            </li>
          ))}
        </ul>
      )}
      <Stderr lines={preview.stderr} />
    </div>
  );
}

/** The last lines that a server wrote to standard error. */
export function Stderr({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <p className="mb-1 text-sm font-medium text-muted">Last lines of standard error</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        className="max-h-48 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm whitespace-pre-wrap"
      >
        <ThirdPartyText text={lines.join('\n')} limit={20_000} />
      </pre>
    </div>
  );
}
