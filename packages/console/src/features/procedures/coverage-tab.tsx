/** Which tools the text mentions, in which lines, and which required inputs it leaves out. */
import type { DescribedTool } from '@dragoman/language';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { Assessment } from './findings-tab.js';

/** Props of the tab. */
export interface CoverageTabProps {
  tools: readonly DescribedTool[];
  assessment: Assessment;
  onReveal: (line: number) => void;
}

/** The tab. */
export function CoverageTab({ tools, assessment: { mentions, findings }, onReveal }: CoverageTabProps) {
  const linesOf = (name: string) => [...new Set(mentions.filter(({ tool }) => tool === name).map(({ line }) => line))];
  const count = tools.filter(({ name }) => linesOf(name).length > 0).length;
  const missing = findings.filter(({ code }) => code === 'procedure/missing-input');
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="font-medium">{`${count} of ${tools.length} tools are mentioned`}</p>
        <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div className="h-full bg-good" style={{ width: `${(100 * count) / Math.max(1, tools.length)}%` }} />
        </div>
      </div>
      <ul aria-label="Tools and their mentions" className="flex flex-col gap-1.5">
        {tools.map(({ name }) => {
          const lines = linesOf(name);
          const Icon = lines.length > 0 ? CircleCheck : CircleDashed;
          return (
            <li key={name} className="flex items-start gap-2 text-sm">
              <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${lines.length > 0 ? 'text-good' : 'text-warn'}`} />
              <ThirdPartyText text={name} limit={64} className="min-w-0 flex-1 font-mono" />
              {lines.length === 0 ? (
                <span className="text-warn">not mentioned</span>
              ) : (
                <span className="flex flex-wrap justify-end gap-x-2">
                  {lines.slice(0, 8).map((line) => (
                    <button
                      key={line}
                      type="button"
                      className="text-accent-strong underline"
                      onClick={() => onReveal(line)}
                    >
                      line {line}
                    </button>
                  ))}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {missing.length > 0 && (
        <section>
          <h3 className="font-medium">Required inputs that are missing</h3>
          <ul aria-label="Missing inputs" className="list-disc pl-5 text-sm text-bad">
            {missing.slice(0, 50).map(({ message, line }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same finding may occur twice
              <li key={at}>
                {line !== undefined && `Line ${line}: `}
                <ThirdPartyText text={message} limit={200} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
