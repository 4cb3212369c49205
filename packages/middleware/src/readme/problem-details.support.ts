import { addProperties, createProblemDetails, Failure } from '@dragoman/middleware';

export const serve = addProperties(() => {
  throw new Failure('CONFLICT', { message: 'The order has left the house.' });
}, [createProblemDetails({ report: (problem) => console.error(problem) })]);
