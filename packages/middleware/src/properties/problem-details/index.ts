/** Problem details: the entry point `@dragoman/middleware/problem-details`. */
export type { Issue } from './field-errors.js';
export { invalidInput } from './field-errors.js';
export type { ProblemDetailsOptions } from './problem-details.js';
export { createProblemDetails } from './problem-details.js';
