/** Entry for workflows in the table of callers: a workflow has no URL, so previews show the gateway's. */
import type { Operation } from '@dragoman/model';
import type { Workflow } from '../../documents/arazzo/workflow.js';
import type { BindingCaller } from '../call.js';

/** The caller of workflows; its requests are shown and never sent. */
export const workflowCaller: BindingCaller = {
  kind: 'workflow',
  prepare: ({ stored }, call) => ({
    url: `/agents/${encodeURIComponent(stored.entry.id)}/invoke`,
    method: 'POST',
    headers: {},
    body: call.input,
  }),
};

/** The workflow of an operation; undefined for every other operation. It was validated when it was read. */
export function workflowOf({ binding }: Operation): Workflow | undefined {
  return binding.kind === 'workflow' ? (binding.workflow as unknown as Workflow) : undefined;
}
