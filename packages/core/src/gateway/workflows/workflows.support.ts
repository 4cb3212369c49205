/** A gateway with services that workflows can call, and workflows loaded from Arazzo documents. */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { readArazzo } from '../../documents/arazzo/read-arazzo.js';
import type { Call } from '../call.js';
import type { TestGateway } from '../gateway.support.js';
import { createEntry, createOperation, createTestGateway, json } from '../gateway.support.js';
import type { GatewaySettings } from '../ports.js';
import type { UpstreamRequest, UpstreamResponse } from '../upstream.js';

/** What a service answers, by the last segment of the called path. */
export type Answers = Record<string, (body: JsonObject, request: UpstreamRequest) => UpstreamResponse>;

/** A gateway for workflows. */
export interface WorkflowGateway extends TestGateway {
  /** Registers a service whose operations accept and return anything. */
  agent(id: string, operations: Record<string, Partial<Operation>>): Promise<void>;
  /** Registers the workflows of a document as one service. */
  workflows(document: JsonObject): Promise<void>;
  /** Changes what the services answer. */
  answers(next: Answers): void;
  /** Called URLs, without their host. */
  called(): string[];
  /** Calls the first workflow. */
  run(input: JsonValue, change?: Partial<Call>): ReturnType<TestGateway['answer']>;
}

/** Creates a gateway whose services answer by the called path. */
export async function createWorkflowGateway(settings: Partial<GatewaySettings> = {}): Promise<WorkflowGateway> {
  const test = await createTestGateway(settings);
  let answers: Answers = {};
  test.script((request) => {
    const answer = answers[new URL(request.url).pathname];
    return answer === undefined ? json({ error: 'unknown' }, 404) : answer(request.body as JsonObject, request);
  });
  return {
    ...test,
    async agent(id, operations) {
      const list = Object.entries(operations).map(([name, change]) =>
        createOperation({
          id: `${id} ${name}`,
          name,
          input: true,
          output: true,
          binding: { kind: 'aidip', endpoint: `https://${id}.example/${id}/${name}`, operation: name },
          ...change,
        }),
      );
      await test.put(createEntry({ id, slug: id, name: id, operations: list }));
    },
    async workflows(document) {
      const { value, diagnostics } = readArazzo(document);
      if (value === undefined) throw new Error(JSON.stringify(diagnostics));
      const operations = value.workflows.map(({ workflow, input, output }) =>
        createOperation({
          id: `workflow ${workflow.workflowId}`,
          name: workflow.workflowId,
          input,
          output,
          binding: { kind: 'workflow', name: workflow.workflowId, workflow: workflow as unknown as JsonObject },
        }),
      );
      await test.put(createEntry({ id: value.agent.id ?? 'tool', operations }));
    },
    answers(next) {
      answers = next;
    },
    called: () => test.sent.map(({ url }) => new URL(url).pathname),
    run: (input, change = {}) => test.answer({ agentId: 'weather-tool', input, ...change }),
  };
}
