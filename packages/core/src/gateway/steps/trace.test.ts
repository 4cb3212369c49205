import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Call } from '../call.js';
import { createCall, createEntry, createOperation } from '../gateway.support.js';
import type { SpanDescription, Spans } from '../spans.js';
import { createTrace } from './trace.js';

interface Recorded extends SpanDescription {
  parent: string;
  error?: string;
}

/** Spans that are numbered instead of exported. */
function recordSpans(isOn = true) {
  const opened: Recorded[] = [];
  const spans: Spans = {
    isOn: () => isOn,
    open(parent, description) {
      const span: Recorded = { parent, ...description };
      opened.push(span);
      return {
        traceparent: `span ${opened.length}`,
        rename: (name) => void Object.assign(span, { name }),
        set: (attributes) => void Object.assign(span.attributes, attributes),
        end: (error) => void Object.assign(span, error === undefined ? {} : { error }),
      };
    },
  };
  return { spans, opened };
}

const entry = createEntry({ id: 'tides' });
const operation = createOperation({ name: 'forecast' });
const answered = async () => ({ kind: 'answer', status: 200, body: {}, findings: [] }) as never;
const resolve = (call: Call) => Object.assign(call, { target: { stored: { entry }, operation } });

describe('the span of a call', () => {
  it('is named after the operation that was resolved, and is the parent of what the call causes', async () => {
    const { spans, opened } = recordSpans();
    const call = createCall({ traceparent: 'request', face: 'mcp' });
    await createTrace({ spans })(call, async (inner) => {
      expect(inner.traceparent).toBe('span 1');
      resolve(inner).facts.step = 'geocode';
      return answered();
    });
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'forecast',
      'dragoman.service.id': 'tides',
      'dragoman.face': 'mcp',
      'dragoman.workflow.step': 'geocode',
    };
    expect(opened).toEqual([{ parent: 'request', name: 'execute_tool forecast', kind: 'internal', attributes }]);
  });

  it('has the code of a failure, and no name that only the caller gave', async () => {
    const { spans, opened } = recordSpans();
    const call = createCall({ operationName: 'made up', accepted: true });
    const failing = createTrace({ spans })(call, async () => {
      throw new Failure('NOT_FOUND');
    });
    await expect(failing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(opened).toMatchObject([{ name: 'execute_tool', kind: 'consumer', error: 'NOT_FOUND' }]);
    expect(JSON.stringify(opened)).not.toContain('made up');
  });

  it('is not opened while nothing is exported', async () => {
    const { spans, opened } = recordSpans(false);
    const call = createCall({ traceparent: 'request' });
    await createTrace({ spans })(call, answered);
    expect([opened, call.traceparent]).toEqual([[], 'request']);
  });
});
