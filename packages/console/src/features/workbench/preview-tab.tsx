/** One operation as each protocol shows it, while the text is being written. */
import type { DescribedOperations, Projection, ProjectionTarget } from '@dragoman/language';
import { FileWarning } from 'lucide-react';
import { useEffect, useState } from 'react';
import { SelectField } from '../../components/field.js';
import { ProjectionTabs } from '../../components/projection-tabs.js';
import { EmptyState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import type { Work } from './use-work.js';

const targets: readonly ProjectionTarget[] = ['mcp', 'nact', 'agis', 'openapi', 'openai-chat', 'anthropic'];

/** The tab. */
export function PreviewTab({ work: { client, checked } }: { work: Work }) {
  const [described, setDescribed] = useState<DescribedOperations>();
  const [operation, setOperation] = useState('');
  const [target, setTarget] = useState('mcp');
  const [projections, setProjections] = useState<readonly Projection[]>();
  const round = checked?.round ?? 0;
  const chosen = described?.operations.find(({ id }) => id === operation)?.id ?? described?.operations[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after every check
  useEffect(() => {
    void client?.operations().then((found) => {
      if (found !== undefined) setDescribed(found);
    });
  }, [client, round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after every check
  useEffect(() => {
    if (chosen === undefined) return;
    void client?.project(chosen, targets).then((found) => {
      if (found !== undefined) setProjections(found);
    });
  }, [client, chosen, round]);
  if (described === undefined) return <LoadingRows rows={6} />;
  if (described.operations.length === 0) {
    return (
      <EmptyState icon={FileWarning} title="No operation to show">
        A server would reject this document.
        {described.problems.slice(0, 5).map((problem) => (
          <p key={problem} className="mt-1">
            <ThirdPartyText text={problem} limit={240} />
          </p>
        ))}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label="Operation"
        value={chosen}
        options={described.operations.map(({ id, name, summary }) => ({
          value: id,
          label: visibleText(summary === undefined ? name : `${name}: ${summary}`, 90),
        }))}
        onChange={(event) => setOperation(event.target.value)}
      />
      {projections === undefined ? (
        <LoadingRows rows={4} />
      ) : (
        <ProjectionTabs projections={projections} value={target} onChange={setTarget} />
      )}
    </div>
  );
}
