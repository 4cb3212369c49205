/** The saved procedure as an Agent Skill: every file, as it is exported. */
import type { ProcedureView } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeView } from '../../components/code-view.js';
import { SelectField } from '../../components/field.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';

/** The tab. */
export function SkillTab({ procedure: { id, version }, isChanged }: { procedure: ProcedureView; isChanged: boolean }) {
  const client = useClient();
  const [chosen, setChosen] = useState('');
  const skill = useQuery({
    queryKey: ['procedures', id, 'skill', version],
    queryFn: ({ signal }) => client.procedures.exportSkill(id, { signal }),
  });
  if (skill.isPending) return <LoadingRows rows={4} />;
  if (skill.isError) return <ErrorState error={explainError(skill.error)} onRetry={() => void skill.refetch()} />;
  const { files } = skill.data;
  const file =
    files.find(({ path }) => path === chosen) ?? files.find(({ path }) => path.endsWith('SKILL.md')) ?? files[0];
  return (
    <div className="flex flex-col gap-3">
      {isChanged && <p className="text-sm text-warn">This is version {version}. Save to see your changes in it.</p>}
      <SelectField
        label="File"
        value={file?.path ?? ''}
        options={files.map(({ path }) => ({ value: path, label: path }))}
        onChange={(event) => setChosen(event.target.value)}
      />
      {file !== undefined && (
        <CodeView
          label="file of the skill"
          text={file.text}
          language={file.path.endsWith('.json') ? 'json' : 'markdown'}
        />
      )}
    </div>
  );
}
