/** One span per call: of a request, of a background call, and of each call that a workflow makes. */
import type { Call, GatewayStep } from '../call.js';
import type { GatewayPorts } from '../ports.js';
import type { SpanAttributes, SpanDescription } from '../spans.js';
import { inSpan } from '../spans.js';

/** Creates the step; it costs nothing while no spans are exported. */
export function createTrace({ spans }: Pick<GatewayPorts, 'spans'>): GatewayStep<Call> {
  return (call, next) => {
    if (spans === undefined || !spans.isOn()) return next(call);
    const span = spans.open(call.traceparent, describe(call));
    call.traceparent = span.traceparent;
    return inSpan(span, async () => {
      try {
        return await next(call);
      } finally {
        // The operation is known once the caller may call it; before, its name is what the caller sent.
        const name = call.target?.operation.name;
        if (name !== undefined) span.rename(`execute_tool ${name}`);
        span.set(resultOf(call, name));
      }
    });
  };
}

function describe({ face, accepted }: Call): SpanDescription {
  return {
    name: 'execute_tool',
    kind: accepted === true ? 'consumer' : 'internal',
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'dragoman.face': face },
  };
}

function resultOf({ target, facts }: Call, name: string | undefined): SpanAttributes {
  return {
    ...(target === undefined ? {} : { 'dragoman.service.id': target.stored.entry.id }),
    ...(name === undefined ? {} : { 'gen_ai.tool.name': name }),
    ...(facts.step === undefined ? {} : { 'dragoman.workflow.step': facts.step }),
    ...(facts.attempts === undefined ? {} : { 'dragoman.attempts': facts.attempts }),
  };
}
