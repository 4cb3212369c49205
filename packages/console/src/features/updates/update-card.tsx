/** One update: what differs, what depends on it, how the saved examples fare, and the decision. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge, type BadgeTone } from '../../components/badge.js';
import { Differences } from '../../components/differences.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { operationTarget, procedureTarget, serviceTarget, teamTarget, toolsetTarget } from '../links.js';
import { ExampleTrials } from './example-trials.js';
import { linesText, type PlacedUpdate } from './group-updates.js';
import { BreakingDialog, ReplaceDialog } from './update-dialogs.js';
import type { Decisions } from './use-decisions.js';

const kinds = {
  new_version: 'new version',
  replaced: 'replaced',
  removed: 'removed',
  deprecated: 'deprecated',
  lock_broken: 'lock broken',
};
const tones: Readonly<Record<string, BadgeTone>> = { breaking: 'bad', meaning: 'warn', compatible: 'good' };

/** Props of a card. */
export interface UpdateCardProps {
  placed: PlacedUpdate;
  decisions: Decisions;
}

/** The card. */
export function UpdateCard({ placed, decisions }: UpdateCardProps) {
  const { toolset, update } = placed;
  const { name, agent_id: agent, operation, version, to, changes, differences, message, kind } = update;
  const service = operation === undefined ? serviceTarget(agent) : operationTarget(agent, operation);
  return (
    <li className="flex flex-col gap-3 px-4 py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <ThirdPartyText text={name} limit={80} className="font-mono font-medium" />
            <Badge tone={tones[update.class] ?? 'neutral'}>{kinds[kind] ?? visibleText(kind, 40)}</Badge>
            {kind === 'new_version' && to !== undefined && (
              <span className="text-sm text-muted tabular-nums">{`version ${version} → ${to.version}`}</span>
            )}
          </h3>
          <p className="text-sm text-muted">
            {'in '}
            <Link
              {...toolsetTarget(toolset.id)}
              className="text-text underline decoration-line-strong hover:decoration-current"
            >
              <ThirdPartyText text={toolset.name} limit={80} />
            </Link>
            {', from '}
            <Link {...service} className="text-text underline decoration-line-strong hover:decoration-current">
              <ThirdPartyText text={agent} limit={80} />
            </Link>
          </p>
        </div>
        <Choices placed={placed} decisions={decisions} />
      </div>
      <p>
        <ThirdPartyText text={message} limit={400} />
      </p>
      {changes.length > 0 && (
        <ul aria-label="Changes of the contract" className="list-disc pl-5 text-sm">
          {changes.slice(0, 20).map(({ message: change }) => (
            <li key={change}>
              <ThirdPartyText text={change} limit={300} />
            </li>
          ))}
          {changes.length > 20 && <li>{`and ${changes.length - 20} more`}</li>}
        </ul>
      )}
      {differences.length > 0 && (
        <details open={differences.length <= 4}>
          <summary className="w-fit cursor-pointer text-sm text-muted hover:text-text">
            {differences.length === 1 ? '1 difference' : `${differences.length} differences`}
          </summary>
          <Differences label={`Differences of ${visibleText(name, 60)}`} rows={differences.slice(0, 100)} />
        </details>
      )}
      <Affected placed={placed} />
      {operation !== undefined && to !== undefined && <ExampleTrials agent={agent} operation={operation} tool={name} />}
    </li>
  );
}

function Affected({ placed: { update } }: { placed: PlacedUpdate }) {
  const { procedures, teams } = update.affected;
  if (procedures.length === 0 && teams.length === 0) {
    return <p className="text-sm text-muted">No procedure mentions it, and no team has it.</p>;
  }
  return (
    <ul aria-label="What depends on it" className="flex flex-col gap-1 text-sm">
      {procedures.map(({ id, name, state, lines }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          <span className="text-muted">Procedure</span>
          <Link
            {...procedureTarget(id)}
            search={{ line: String(lines[0] ?? 1) } as never}
            className="underline decoration-line-strong hover:decoration-current"
          >
            <ThirdPartyText text={name} limit={80} />, {linesText(lines)}
          </Link>
          {state === 'ready' && <Badge tone="good">ready</Badge>}
        </li>
      ))}
      {teams.map(({ id, name, members }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          <span className="text-muted">Team</span>
          <Link {...teamTarget(id)} className="underline decoration-line-strong hover:decoration-current">
            <ThirdPartyText text={name} limit={80} />
          </Link>
          <span className="text-muted">
            <ThirdPartyText text={members.join(', ')} limit={200} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Accept, stay, replace, remove. */
function Choices({ placed, decisions }: UpdateCardProps) {
  const client = useClient();
  const [open, setOpen] = useState<'accept' | 'replace'>();
  const { toolset, update } = placed;
  const { name, to } = update;
  const label = visibleText(name, 60);
  const close = () => setOpen(undefined);
  const decide = (done: string, accept: readonly string[], stay: readonly string[]) =>
    void decisions.decide([
      { toolset, done, run: (ifMatch) => client.toolsets.decide(toolset.id, { accept, stay }, { ifMatch }) },
    ]);
  const edit = (done: string, choice: { agent_id: string; tool: string } | undefined) =>
    void decisions.decide([
      {
        toolset,
        done,
        run: (ifMatch) =>
          client.toolsets.edit(
            toolset.id,
            (choices) =>
              choices.flatMap((each) =>
                each.name !== name ? [each] : choice === undefined ? [] : { ...choice, name },
              ),
            { ifMatch },
          ),
      },
    ]);
  const accept = () => decide(`Accepted the update of ${label}.`, [name], []);
  const button = (word: string, onClick: () => void, tone: 'secondary' | 'quiet' | 'danger' = 'quiet') => (
    <ScopedButton
      scope="registry:write"
      tone={tone}
      aria-label={`${word} ${label} in ${visibleText(toolset.name, 60)}`}
      disabled={decisions.isBusy}
      onClick={onClick}
    >
      {word}
    </ScopedButton>
  );
  return (
    <div className="flex flex-wrap gap-1">
      {to !== undefined &&
        button('Accept', update.class === 'breaking' ? () => setOpen('accept') : accept, 'secondary')}
      {to !== undefined && button('Stay', () => decide(`${label} stays as it is.`, [], [name]))}
      {button('Replace', () => setOpen('replace'))}
      {button('Remove', () => edit(`Removed ${label}.`, undefined))}
      {open === 'accept' && (
        <BreakingDialog
          placed={placed}
          onClose={close}
          onAccept={() => {
            close();
            accept();
          }}
        />
      )}
      {open === 'replace' && (
        <ReplaceDialog
          placed={placed}
          onClose={close}
          onReplace={(offer) => {
            close();
            edit(`Replaced ${label} by ${visibleText(offer.name, 60)} of ${visibleText(offer.agent_id, 60)}.`, {
              agent_id: offer.agent_id,
              tool: offer.tool_id,
            });
          }}
        />
      )}
    </div>
  );
}
