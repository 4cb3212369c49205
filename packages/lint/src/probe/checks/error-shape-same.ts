/** PROF-CONS-04, PROF-ERR-06: all errors have one shape. */
import { isJsonObject } from '@dragoman/model';
import { type Check, fails, holds, open } from '../check.js';
import { distinctErrors } from '../distinct-errors.js';
import type { Exchange } from '../exchange.js';
import { readProblem } from '../read-problem.js';

/** Errors share one shape. */
export const errorShapeSame: Check = {
  id: 'error-shape-same',
  requirement: 'PROF-CONS-04',
  further: ['PROF-ERR-06'],
  severity: 'warning',
  title: 'All errors have the same shape',
  why: 'A second error shape needs a second parser, and the agent meets it when something has already gone wrong.',
  help: 'Send every error through one handler, including those of the framework.',
  needs: 'reads',
  async run({ seen, api }) {
    const errors = distinctErrors(seen, api.settings);
    if (errors.length < 2) return [open('fewer than two kinds of error were observed', { exchanges: errors })];
    const shapes = new Map(errors.map((exchange) => [shapeOf(exchange), exchange]));
    const shown = { exchanges: [...shapes.values()] };
    if (shapes.size === 1) return [holds(`one shape in ${errors.length} kinds of error`, shown)];
    return [fails(`${errors.length} kinds of error have ${shapes.size} different shapes`, shown)];

    function shapeOf(exchange: Exchange): string {
      const { body, code, retryable } = readProblem(exchange, api.settings);
      const plain = ['type', 'title', 'status', 'detail', 'error', 'message'].filter(
        (name) => isJsonObject(body) && Object.hasOwn(body, name),
      );
      return [exchange.answer?.type, ...plain, typeof code, typeof retryable].join(' ');
    }
  },
};
