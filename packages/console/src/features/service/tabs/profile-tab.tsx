/** The profile score of a service, with and without the gateway's repairs, and the switches of the repairs. */
import type { AgentProfile, AgentRepair } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge, type BadgeTone } from '../../../components/badge.js';
import { CopyAs } from '../../../components/copy-button.js';
import { CheckboxField } from '../../../components/field.js';
import { Panel } from '../../../components/page.js';
import { ErrorState, LoadingRows } from '../../../components/states.js';
import { useToasts } from '../../../components/toast.js';
import { useClient, useHasScope } from '../../../session/console-context.js';
import { commandLine, curlCommand } from '../../../session/copy-text.js';
import { explainError } from '../../../session/explain-error.js';

/** The tab. */
export function ProfileTab({ id }: { id: string }) {
  const client = useClient();
  const profile = useQuery({
    queryKey: ['agents', id, 'profile'],
    queryFn: ({ signal }) => client.agents.profile(id, { signal }),
  });
  if (profile.isPending) return <LoadingRows rows={6} />;
  if (profile.isError) return <ErrorState error={explainError(profile.error)} onRetry={() => void profile.refetch()} />;
  return (
    <>
      <ScorePanel id={id} profile={profile.data} />
      <RepairsPanel id={id} />
      <RulesPanel profile={profile.data} />
    </>
  );
}

function ScorePanel({ id, profile }: { id: string; profile: AgentProfile }) {
  const { baseUrl } = useClient();
  const { score, abilities } = profile;
  return (
    <Panel
      title="Agent-Friendly Profile"
      description="How well AI agents can use this service: as described, and through this gateway."
      actions={
        <CopyAs
          command={commandLine(baseUrl, ['profile', id])}
          curl={curlCommand(baseUrl, { path: `agents/${encodeURIComponent(id)}/profile` })}
        />
      }
    >
      <div className="mb-4 flex gap-8">
        <Score label="As described" value={score.upstream} />
        <Score label="Through the gateway" value={score.here} />
      </div>
      <ul className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {abilities.map(({ ability, upstream, here }) => (
          <li key={ability} className="grid grid-cols-[7rem_minmax(0,1fr)_4.5rem] items-center gap-3">
            <span className="truncate text-muted">{abilityNames[ability]}</span>
            <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-accent-fill" style={{ width: `${here ?? 0}%` }} />
            </span>
            <span className="text-right text-sm tabular-nums">
              {upstream === here ? (here ?? 'n/a') : `${upstream ?? 'n/a'} → ${here ?? 'n/a'}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const abilityNames = { find: 'Find', understand: 'Understand', call: 'Call safely', recover: 'Recover' } as const;

function Score({ label, value }: { label: string; value: number | undefined }) {
  return (
    <p>
      <span className="block text-sm text-muted">{label}</span>
      <span className="text-xl font-semibold tabular-nums">{value ?? '–'}</span>
      <span className="text-muted">{value === undefined ? ' no operation to evaluate' : ' of 100'}</span>
    </p>
  );
}

function RepairsPanel({ id }: { id: string }) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const mayChange = useHasScope('registry:write');
  const repairs = useQuery({
    queryKey: ['agents', id, 'repairs'],
    queryFn: ({ signal }) => client.agents.repairs(id, { signal }),
  });
  const change = useMutation({
    mutationFn: ({ name, on }: { name: AgentRepair['name']; on: boolean }) => {
      const { repairs: all = [], etag } = repairs.data ?? {};
      const kept = all.flatMap((each) => (each.chosen === undefined ? [] : [[each.name, each.chosen] as const]));
      const switches = { ...Object.fromEntries(kept), [name]: on };
      return client.agents.switchRepairs(id, switches, etag === undefined ? {} : { ifMatch: etag });
    },
    onSuccess: () => toasts.show('The repair was changed.', 'good'),
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['agents', id] }),
  });
  if (repairs.isPending) return <LoadingRows rows={4} />;
  if (repairs.isError) return <ErrorState error={explainError(repairs.error)} onRetry={() => void repairs.refetch()} />;
  return (
    <Panel title="Repairs" description="What the gateway adds for callers of this service." padded={false}>
      <ul className="divide-y divide-line">
        {repairs.data.repairs.map((repair) => (
          <li key={repair.name} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5">
            <CheckboxField
              className="flex-1 basis-80"
              label={repair.title}
              help={
                repair.changes_tools ? `${repair.supplies} Changing it creates new versions of tools.` : repair.supplies
              }
              checked={repair.on}
              disabled={repair.default === 'always' || !mayChange || change.isPending}
              title={mayChange ? undefined : 'Needs the scope registry:write'}
              onChange={(event) => change.mutate({ name: repair.name, on: event.target.checked })}
            />
            <span className="text-sm text-muted tabular-nums">
              {repair.default === 'always' ? 'always on, ' : ''}
              {repair.at_work === 0 ? 'no operation' : `${repair.at_work} of ${repairs.data.operations} operations`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const verdicts: Readonly<Record<string, { word: string; tone: BadgeTone }>> = {
  fails_upstream: { word: 'fails', tone: 'bad' },
  partly_repaired: { word: 'partly repaired', tone: 'warn' },
  repaired_here: { word: 'repaired', tone: 'good' },
  supplied_here: { word: 'supplied', tone: 'good' },
  not_determined: { word: 'not determined', tone: 'neutral' },
};

function RulesPanel({ profile }: { profile: AgentProfile }) {
  const order = Object.keys(verdicts);
  const open = profile.rules
    .filter(({ verdict }) => verdict !== 'holds')
    .sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
  return (
    <Panel title="Rules" description={`${profile.counts.holds} hold; the others:`} padded={false}>
      <ul className="divide-y divide-line">
        {open.map(({ rule, requirement, section, verdict, findings, operations }) => (
          <li key={rule} className="grid grid-cols-[minmax(0,1fr)_max-content] items-baseline gap-x-4 px-4 py-2">
            <span className="min-w-0">
              <span className="font-mono text-sm text-anywhere">{rule}</span>
              <span className="block text-sm text-faint">
                {requirement}, {section}
                {findings > 0 && `, ${findings} ${findings === 1 ? 'finding' : 'findings'}`}
                {operations.length > 0 &&
                  ` in ${operations.length} ${operations.length === 1 ? 'operation' : 'operations'}`}
              </span>
            </span>
            <Badge tone={verdicts[verdict]?.tone ?? 'neutral'}>{verdicts[verdict]?.word ?? verdict}</Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
