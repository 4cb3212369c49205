import { addProperties, createProblemDetails, Failure } from '@dragoman/middleware';

export const serve = addProperties(() => {
  throw new Failure('CONFLICT', { message: 'The order has already shipped.' });
}, [createProblemDetails({ report: (problem) => console.error(problem) })]);
