/** The operation as each protocol shows it: the exact definition, its tokens, and what is lost, with the reason. */
import type { OperationProjection, ProjectionTarget } from '@dragoman/sdk';
import { TriangleAlert } from 'lucide-react';
import { classNames } from './class-names.js';
import { CodeView } from './code-view.js';
import { Tabs } from './tabs.js';
import { ThirdPartyText } from './third-party-text.js';
import { visibleJson } from './visible-text.js';

const names: Readonly<Record<ProjectionTarget, string>> = {
  mcp: 'MCP',
  'openai-chat': 'OpenAI Chat',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic',
  google: 'Gemini',
  bedrock: 'Bedrock',
  nact: 'N-ACT',
  agis: 'AGIS',
  openapi: 'OpenAPI',
};

/** Props of the projections. */
export interface ProjectionTabsProps {
  projections: readonly OperationProjection[];
  value: string;
  onChange: (target: string) => void;
}

/** The projections as tabs. */
export function ProjectionTabs({ projections, value, onChange }: ProjectionTabsProps) {
  const chosen = projections.some(({ as }) => as === value) ? value : (projections[0]?.as ?? '');
  return (
    <Tabs
      label="Protocols"
      value={chosen}
      onChange={onChange}
      tabs={projections.map((projection) => ({
        id: projection.as,
        label: names[projection.as],
        content: <Projection projection={projection} />,
      }))}
    />
  );
}

function Projection({ projection }: { projection: OperationProjection }) {
  const { as, tokens, changes, definition } = projection;
  const lost = changes.filter(({ kind }) => kind === 'lost');
  const changed = changes.filter(({ kind }) => kind === 'changed');
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        <span className="text-text tabular-nums" title="A quarter of the characters of the definition">
          About {tokens.toLocaleString('en')} tokens
        </span>
        {changes.length === 0 && ', nothing lost'}
        {lost.length > 0 && <span className="text-bad">{`, ${lost.length} lost`}</span>}
        {changed.length > 0 && `, ${changed.length} changed`}
      </p>
      {lost.length > 0 && <Changes changes={lost} isLost />}
      {changed.length > 0 && <Changes changes={changed} isLost={false} />}
      {definition === undefined ? (
        <p className="rounded-md bg-bad-soft px-3 py-2 text-bad">{names[as]} cannot offer this operation.</p>
      ) : (
        <CodeView
          label={`${names[as]} definition`}
          language="json"
          text={visibleJson(JSON.stringify(definition, null, 2))}
          height="28rem"
        />
      )}
    </div>
  );
}

function Changes({ changes, isLost }: { changes: OperationProjection['changes']; isLost: boolean }) {
  return (
    <ul
      aria-label={isLost ? 'Lost' : 'Changed'}
      className={classNames(
        'flex flex-col gap-1.5 rounded-md px-3 py-2 text-sm',
        isLost ? 'bg-bad-soft text-bad' : 'bg-sunken text-muted',
      )}
    >
      {changes.slice(0, 40).map(({ code, input, reason }) => (
        <li key={`${code} ${input ?? ''} ${reason}`} className="flex gap-2" title={code}>
          {isLost && <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />}
          <span className="min-w-0">
            {input !== undefined && (
              <>
                <ThirdPartyText text={input} limit={80} className="font-mono font-medium" />
                {': '}
              </>
            )}
            <ThirdPartyText text={reason} limit={400} />
          </span>
        </li>
      ))}
      {changes.length > 40 && <li>{changes.length - 40} more</li>}
    </ul>
  );
}
