/** What is known about the text: findings, steps, coverage of the tools, the skill, versions, and its header. */
import type { DescribedTool } from '@dragoman/language';
import type { ProcedureView } from '@dragoman/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { Tabs } from '../../components/tabs.js';
import { explainError } from '../../session/explain-error.js';
import { CoverageTab } from './coverage-tab.js';
import { type Assessment, FindingsTab } from './findings-tab.js';
import { SkillTab } from './skill-tab.js';
import { StepsTab } from './steps-tab.js';
import type { EditedProcedure } from './use-procedure.js';
import { VersionsTab } from './versions-tab.js';

/** Props of the panel. */
export interface SidePanelProps {
  procedure: ProcedureView;
  edited: EditedProcedure;
  tools: readonly DescribedTool[];
  assessment: UseQueryResult<Assessment>;
  /** Shows a line of the text. */
  onReveal: (line: number) => void;
}

/** The panel. */
export function SidePanel({ procedure, edited, tools, assessment, onReveal }: SidePanelProps) {
  const [tab, setTab] = useState('findings');
  const { data } = assessment;
  const checked = (content: (data: Assessment) => React.ReactNode) => {
    if (data !== undefined) return content(data);
    if (assessment.isError)
      return <ErrorState error={explainError(assessment.error)} onRetry={() => void assessment.refetch()} />;
    return assessment.isPending && assessment.fetchStatus === 'idle' ? (
      <p className="p-4 text-muted">Nothing to check: the text is empty, or you may not see the toolset.</p>
    ) : (
      <LoadingRows rows={4} />
    );
  };
  const scrolled = (content: React.ReactNode) => <div className="h-full overflow-y-auto p-4">{content}</div>;
  const errors = data?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  return (
    <Tabs
      fill
      label="About the text"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          id: 'findings',
          label: 'Findings',
          ...(errors === 0 ? {} : { count: errors }),
          content: scrolled(checked((each) => <FindingsTab assessment={each} edited={edited} onReveal={onReveal} />)),
        },
        {
          id: 'steps',
          label: 'Steps',
          content: scrolled(checked(({ steps }) => <StepsTab steps={steps} onReveal={onReveal} />)),
        },
        {
          id: 'coverage',
          label: 'Coverage',
          content: scrolled(checked((each) => <CoverageTab tools={tools} assessment={each} onReveal={onReveal} />)),
        },
        {
          id: 'skill',
          label: 'Skill',
          content: scrolled(<SkillTab procedure={procedure} isChanged={edited.isChanged} />),
        },
        { id: 'versions', label: 'Versions', content: scrolled(<VersionsTab procedure={procedure} edited={edited} />) },
      ]}
    />
  );
}
