/** Stops a model that sends the same call again and again: every repeat costs a request, and a write its effect. */
import type { CorrectionRules } from './executor-options.js';
import { repeatedText } from './reply-texts.js';
import type { ToolCall } from './shapes/model-shape.js';
import type { ToolOutcome } from './tool-outcome.js';

/** Default number of consecutive calls with the same inputs. */
const defaultRepeats = 10;

/** Returns the correction for a call that was repeated too often; undefined for any other. */
export function createRepeatGuard({ repeats = defaultRepeats }: CorrectionRules = {}) {
  let last = '';
  let count = 0;
  return ({ id, name, inputs }: ToolCall): ToolOutcome | undefined => {
    const call = JSON.stringify([name, inputs]);
    count = call === last ? count + 1 : 1;
    last = call;
    if (count <= repeats) return undefined;
    return { kind: 'refused', call: id, tool: name, attempts: 0, text: repeatedText(name, repeats), faults: [] };
  };
}
