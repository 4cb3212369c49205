/** What to do first on an empty server. */
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { Cable, FileJson2, Play, Server } from 'lucide-react';
import { Snippet } from '../../components/code-view.js';

interface Step {
  icon: LucideIcon;
  title: string;
  text: string;
}

const steps: readonly (Step & { to: string })[] = [
  {
    icon: FileJson2,
    title: 'Add an OpenAPI document',
    text: 'By URL, as a file or as text. You see its operations before anything is stored.',
    to: '/add',
  },
  {
    icon: Server,
    title: 'Add an MCP server',
    text: 'By its URL, its command, or the mcpServers JSON of another client.',
    to: '/add',
  },
  {
    icon: Cable,
    title: 'Connect a client',
    text: 'Claude, VS Code, Cursor or a program: with a key and the right snippet.',
    to: '/connect',
  },
];

/** The cards. */
export function FirstSteps() {
  return (
    <section aria-label="First steps" className="grid gap-3 sm:grid-cols-2">
      {steps.map(({ to, ...step }) => (
        <Link
          key={step.title}
          to={to}
          className="rounded-lg border border-line bg-raised p-4 shadow-panel transition-colors hover:border-line-strong hover:bg-hover"
        >
          <StepText {...step} />
        </Link>
      ))}
      <div className="rounded-lg border border-line bg-raised p-4 shadow-panel">
        <StepText
          icon={Play}
          title="See the demo"
          text="A tour of one minute in a terminal, with a server and three services of its own."
        />
        <div className="mt-3">
          <Snippet label="command" text="dragoman demo" />
        </div>
      </div>
    </section>
  );
}

function StepText({ icon: Icon, title, text }: Step) {
  return (
    <div className="flex gap-3">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-selected text-accent-strong">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="min-w-0">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
    </div>
  );
}
