/** The objects of Arazzo 1.0. */
import { schemaMembers } from './json-schema.js';
import type { Format, MemberRow } from './shape.js';

const description: MemberRow = ['string', 'Explains it in CommonMark.'];
const parameters: MemberRow = ['Parameter[]', 'Values for the inputs of the operation.'];

/** Arazzo documents. */
export const arazzoFormat: Format = {
  root: 'Document',
  shapes: {
    Document: {
      arazzo: ["'1.0.1' | '1.0.0'!", 'Version of the Arazzo specification.'],
      info: ['Info!', 'Title and version of the workflows.'],
      sourceDescriptions: ['Source[]!', 'The services whose operations the steps call.'],
      workflows: ['Workflow[]!', 'The workflows; each becomes one tool.'],
      components: ['Components', 'Parts that are defined once and used by reference.'],
      'x-agent': ['Agent', 'How the registry offers the workflows.'],
    },
    Info: {
      title: ['string!', 'Name of the set of workflows.'],
      version: ['string!', 'Version of this document.'],
      summary: ['string', 'One line about it.'],
      description,
    },
    Agent: {
      id: ['string', 'Id of the service that offers the workflows.'],
      capabilities: ['string[]', 'Labels for filters.'],
      tags: ['string[]', 'Further labels.'],
      visibility: ["'public' | 'private'", 'Who can find it.'],
      grants: ['string[]', 'Who else may see a private one.'],
    },
    Source: {
      name: ['string!', 'Short name that steps use for the service.'],
      url: ['string!', 'Path of the service in the registry, such as /agents/weather, or its id.'],
      type: ["'openapi' | 'arazzo'", 'Kind of the description.'],
    },
    Workflow: {
      workflowId: ['string!', 'Name of the workflow; agents see it as the name of the tool.'],
      summary: ['string', 'What the workflow achieves, in one line.'],
      description: ['string', 'When to use the workflow and what it changes.'],
      inputs: ['Schema', 'The inputs as a JSON Schema.'],
      dependsOn: ['string[]', 'Workflows that must have run before.'],
      steps: ['Step[]!', 'The calls, in order.'],
      successActions: ['Success[]', 'What happens after a step that succeeded, unless the step says otherwise.'],
      failureActions: ['Failure[]', 'What happens after a step that failed, unless the step says otherwise.'],
      outputs: ['string{}', 'The result, as expressions.'],
      parameters,
    },
    Step: {
      stepId: ['string!', 'Name of the step, for expressions and actions.'],
      description,
      operationId: ['string', 'The operation to call: $sourceDescriptions.<source>.<operation>, or its id.'],
      operationPath: ['string', 'The operation to call, by the pointer in its description.'],
      workflowId: ['string', 'The workflow to run instead of an operation.'],
      parameters,
      requestBody: ['RequestBody', 'The body of the call.'],
      successCriteria: ['Criterion[]', 'Conditions that must hold for the step to succeed.'],
      onSuccess: ['Success[]', 'What happens when the step succeeded; the next step by default.'],
      onFailure: ['Failure[]', 'What happens when the step failed; the workflow ends by default.'],
      outputs: ['string{}', 'Values that later steps use, as expressions.'],
    },
    Parameter: {
      name: ['string!', 'Name of the input.'],
      in: ["'path' | 'query' | 'header' | 'cookie' | 'body'", 'Part of the request that carries it.'],
      value: ['any!', 'A value, or an expression such as $inputs.city.'],
      reference: ['string', 'A parameter of the components, as $components.parameters.<name>.'],
    },
    RequestBody: {
      contentType: ["'application/json'", 'Media type of the body.'],
      payload: ['any', 'The body; expressions inside it are replaced.'],
      replacements: ['Replacement[]', 'Values that are put into the payload.'],
    },
    Replacement: {
      target: ['string!', 'JSON pointer into the payload.'],
      value: ['any!', 'A value or an expression.'],
    },
    Criterion: {
      condition: ['string!', 'What must hold, such as $statusCode == 200.'],
      context: ['string', 'The value that the condition is about, as an expression.'],
      type: ["'simple' | 'regex' | 'jsonpath'", 'Language of the condition.'],
    },
    Success: {
      name: ['string!', 'Name of the action.'],
      type: ["'end' | 'goto'!", 'End the workflow, or continue elsewhere.'],
      stepId: ['string', 'The step to continue with.'],
      workflowId: ['string', 'The workflow to continue with.'],
      criteria: ['Criterion[]', 'Conditions for the action.'],
      reference: ['string', 'An action of the components.'],
    },
    Failure: {
      name: ['string!', 'Name of the action.'],
      type: ["'end' | 'retry' | 'goto'!", 'End the workflow, repeat the step, or continue elsewhere.'],
      retryAfter: ['number', 'Seconds to wait before the repetition.'],
      retryLimit: ['number', 'Largest number of repetitions.'],
      stepId: ['string', 'The step to continue with.'],
      workflowId: ['string', 'The workflow to continue with.'],
      criteria: ['Criterion[]', 'Conditions for the action.'],
      reference: ['string', 'An action of the components.'],
    },
    Components: {
      inputs: ['Schema{}', 'Inputs by name.'],
      parameters: ['Parameter{}', 'Parameters by name.'],
      successActions: ['Success{}', 'Actions by name.'],
      failureActions: ['Failure{}', 'Actions by name.'],
    },
    Schema: schemaMembers,
  },
};
