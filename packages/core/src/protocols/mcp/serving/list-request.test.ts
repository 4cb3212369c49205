import { expect, it } from 'vitest';
import { readListRequest } from './list-request.js';

it('does not parse the URL of a request without a query, as most calls are', () => {
  const context = {
    search: '',
    get url(): URL {
      throw new Error('the URL was parsed');
    },
  };
  expect(readListRequest(context)).toEqual({ view: {} });
  const search = '?for=google';
  expect(readListRequest({ search, url: new URL(`http://127.0.0.1/mcp${search}`) }).view).toEqual({ api: 'google' });
});
