/** What stands for a workflow in the table of callers: it has no address of its own, so previews name the gateway's. */
import type { Operation } from '@dragoman/model';
import type { Workflow } from '../../documents/arazzo/workflow.js';
import type { BindingCaller } from '../call.js';

/** The caller of workflows; it makes requests to be shown, and none that is sent. */
export const workflowCaller: BindingCaller = {
  kind: 'workflow',
  prepare: ({ stored }, call) => ({
    url: `/agents/${encodeURIComponent(stored.entry.id)}/invoke`,
    method: 'POST',
    headers: {},
    body: call.input,
  }),
};

/** The workflow that an operation is; undefined for every other operation. It was checked when it was read. */
export function workflowOf({ binding }: Operation): Workflow | undefined {
  return binding.kind === 'workflow' ? (binding.workflow as unknown as Workflow) : undefined;
}
