import { addProperties, createPages, pageOf } from '@dragoman/middleware';

const tasks = Array.from({ length: 45 }, (_, id) => ({ id, title: `Task ${id}` }));

export const serve = addProperties(
  (request) => {
    const { after, limit, write } = pageOf(request);
    const rest = tasks.filter(({ id }) => after === undefined || id > Number(after[0]));
    return Response.json(write(rest.slice(0, limit + 1), ({ id }) => [id]));
  },
  [createPages({ usual: 20, most: 50 })],
);
