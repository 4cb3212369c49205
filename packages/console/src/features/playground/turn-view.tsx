/** One turn: the message, each response of the model with what it saw and why it chose, its calls, and the end. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { ConversationTool } from '@dragoman/sdk/executor';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical, Wrench } from 'lucide-react';
import { Badge, type BadgeTone } from '../../components/badge.js';
import { durationText } from '../../components/duration-text.js';
import { JsonView } from '../../components/json-view.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { traceTarget } from '../links.js';
import { type Round, type Turn, type TurnCall, usageOf } from './read-turns.js';

/** Props of a turn. */
export interface TurnViewProps {
  turn: Turn;
  tools: readonly ConversationTool[];
}

/** The turn. */
export function TurnView({ turn, tools }: TurnViewProps) {
  const usage = usageOf(turn);
  return (
    <article aria-label={`Turn: ${visibleText(turn.message, 60)}`} className="flex flex-col gap-3">
      <p className="self-end rounded-lg bg-selected px-3 py-2 whitespace-pre-wrap text-anywhere">{turn.message}</p>
      {turn.rounds.map((round) => (
        <RoundView key={round.asked.round} round={round} request={turn.message} tools={tools} />
      ))}
      {turn.ended !== undefined && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <EndText turn={turn} />
          {usage !== undefined && (
            <span className="tabular-nums">
              {`${usage.input.toLocaleString('en')} tokens in, ${usage.output.toLocaleString('en')} out`}
            </span>
          )}
          {turn.rounds.some(({ calls }) => calls.length > 0) && (
            <Link {...traceTarget(turn.traceId)} className="text-accent-strong underline">
              Trace of the calls
            </Link>
          )}
        </p>
      )}
    </article>
  );
}

function EndText({ turn: { ended, rounds } }: { turn: Turn }) {
  const { reason = 'answered', message = '' } = ended ?? {};
  if (reason === 'answered') return <span>{rounds.length === 1 ? '1 request' : `${rounds.length} requests`}</span>;
  if (reason === 'canceled') return <Badge tone="warn">canceled</Badge>;
  const text = reason === 'corrections' ? 'The model kept sending invalid calls.' : message;
  return (
    <span role="alert" className="text-bad">
      <ThirdPartyText text={text} limit={600} />
    </span>
  );
}

function RoundView({ round, request, tools }: { round: Round; request: string } & Pick<TurnViewProps, 'tools'>) {
  const { asked, replied, arriving, calls } = round;
  const chose = calls.length > 0;
  return (
    <div className="flex flex-col gap-2">
      {replied !== undefined && replied.reasoning !== '' && (
        <details className="text-sm text-muted">
          <summary className="w-fit cursor-pointer hover:text-text">Reasoning of the model</summary>
          <p className="mt-1 border-l-2 border-line-strong pl-3 whitespace-pre-wrap">
            <ThirdPartyText text={replied.reasoning} limit={8000} />
          </p>
        </details>
      )}
      {replied === undefined && arriving !== undefined && (
        <p aria-busy className="whitespace-pre-wrap">
          <ThirdPartyText text={arriving} limit={20_000} />
        </p>
      )}
      {replied !== undefined && replied.text !== '' && (
        <p className="whitespace-pre-wrap">
          {chose && <span className="text-sm text-muted">Why: </span>}
          <ThirdPartyText text={replied.text} limit={20_000} />
        </p>
      )}
      {chose && replied?.text === '' && replied.reasoning === '' && (
        <p className="text-sm text-muted">The model gave no reason for its choice.</p>
      )}
      {calls.map((call) => (
        <CallView key={call.call.id} call={call} request={request} tools={tools} />
      ))}
      <details className="text-sm text-muted">
        <summary className="w-fit cursor-pointer tabular-nums hover:text-text">
          {`Saw ${asked.tools.length === 1 ? '1 tool' : `${asked.tools.length} tools`}, about ${asked.tokens.toLocaleString('en')} tokens`}
          {replied !== undefined && `, answered in ${durationText(replied.ms)}`}
          {replied?.usage !== undefined &&
            ` (${replied.usage.input.toLocaleString('en')} tokens in, ${replied.usage.output.toLocaleString('en')} out)`}
        </summary>
        <p className="mt-1 max-h-40 overflow-y-auto font-mono">
          <ThirdPartyText text={asked.tools.join(', ')} limit={8000} />
        </p>
      </details>
    </div>
  );
}

const tones: Readonly<Record<string, BadgeTone>> = {
  succeeded: 'good',
  refused: 'warn',
  exhausted: 'bad',
  declined: 'warn',
  failed: 'bad',
  'handed-over': 'note',
};

interface CallViewProps extends Pick<TurnViewProps, 'tools'> {
  call: TurnCall;
  request: string;
}

function CallView({ call: { call, outcome }, request, tools }: CallViewProps) {
  const kind = outcome?.outcome.kind;
  const tool = tools.find(({ alias }) => alias === call.name);
  return (
    <div
      role="group"
      aria-label={`Call of ${visibleText(call.name, 60)}`}
      className="min-w-0 rounded-lg border border-line bg-raised shadow-panel"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2">
        <Wrench aria-hidden className="size-3.5 text-muted" />
        <ThirdPartyText text={call.name} limit={80} className="font-mono text-sm font-medium" />
        {tool !== undefined && <ThirdPartyText text={tool.agent} limit={60} className="text-sm text-muted" />}
        {kind === undefined ? <Badge>running</Badge> : <Badge tone={tones[kind] ?? 'neutral'}>{kind}</Badge>}
        {outcome !== undefined && (
          <span className="text-sm text-muted tabular-nums">
            {`${durationText(outcome.ms)}, about ${outcome.tokens.toLocaleString('en')} tokens`}
          </span>
        )}
        {kind === 'succeeded' && tool !== undefined && (
          <span className="ml-auto">
            <SaveCase tool={tool} request={request} inputs={call.inputs ?? {}} />
          </span>
        )}
      </header>
      <div className="flex flex-col gap-2 p-3">
        <p className="text-xs text-muted">Arguments</p>
        <JsonView label="Arguments" value={(call.inputs ?? call.unreadable ?? {}) as JsonValue} />
        {outcome !== undefined && <Result outcome={outcome.outcome} />}
      </div>
    </div>
  );
}

function Result({ outcome }: { outcome: NonNullable<TurnCall['outcome']>['outcome'] }) {
  const { shown, outputs, text } = outcome;
  const values = shown ?? outputs;
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-2">
      <p className="text-xs text-muted">Result</p>
      {values === undefined ? (
        <p className="text-sm whitespace-pre-wrap">
          <ThirdPartyText marked text={text} limit={4000} />
        </p>
      ) : (
        <JsonView label="Result" value={Object.fromEntries(values.map(({ name, value }) => [name, value]))} />
      )}
    </div>
  );
}

/** Saves that these words should lead to this call. */
function SaveCase({ tool, request, inputs }: { tool: ConversationTool; request: string; inputs: object }) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const save = useMutation({
    async mutationFn() {
      const { operation } = await client.agents.readOperation(tool.agent, tool.name, { as: ['mcp'] });
      return client.saved.create({
        kind: 'case',
        agent: tool.agent,
        operation,
        request: request.slice(0, 1000),
        arguments: inputs as JsonObject,
      });
    },
    onSuccess() {
      toasts.show('Saved as an evaluation case.', 'good');
      return queries.invalidateQueries({ queryKey: ['saved'] });
    },
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
  });
  return (
    <ScopedButton
      scope="registry:read"
      tone="quiet"
      icon={FlaskConical}
      busy={save.isPending}
      disabled={save.isSuccess}
      onClick={() => save.mutate()}
    >
      {save.isSuccess ? 'Saved' : 'Save as evaluation case'}
    </ScopedButton>
  );
}
