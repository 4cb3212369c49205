/** A toolset whose tools a query selects: shown, not edited here. */
import type { Toolset } from '@dragoman/sdk';
import { JsonView } from '../../components/json-view.js';
import { Panel } from '../../components/page.js';

/** The panel. */
export function OpenSelectionPanel({ toolset: { open } }: { toolset: Toolset }) {
  return (
    <Panel
      title="Selection"
      description="The tools of this toolset are selected again for every client. Change the selection with PUT /toolsets/{id}."
    >
      <JsonView value={open ?? null} label="Selection" />
    </Panel>
  );
}
