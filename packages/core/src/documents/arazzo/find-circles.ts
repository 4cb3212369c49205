/** Finds workflows of one document that call each other in a cycle and would never end. */
import type { DescribedWorkflow } from './workflow.js';

/** A call that closes a cycle. */
export interface Circle {
  /** JSON pointer of the step in the document. */
  at: string;
  /** Workflow that the call returns to. */
  name: string;
}

/** Every call that returns to a workflow on its own path. */
export function findCircles(workflows: readonly DescribedWorkflow[]): Circle[] {
  const places = new Map(workflows.map(({ workflow }, index) => [workflow.workflowId, { workflow, index }]));
  const circles: Circle[] = [];
  const done = new Set<string>();
  const visit = (id: string, way: readonly string[]) => {
    const place = places.get(id);
    if (place === undefined || done.has(id)) return;
    for (const [step, { call }] of place.workflow.steps.entries()) {
      if (call.agent !== undefined) continue;
      if (call.operation === id || way.includes(call.operation)) {
        circles.push({ at: `/workflows/${place.index}/steps/${step}/workflowId`, name: call.operation });
      } else visit(call.operation, [...way, id]);
    }
    done.add(id);
  };
  for (const { workflow } of workflows) visit(workflow.workflowId, []);
  return circles;
}
