import { addProperties, createConditional, requireState, showState } from '@dragoman/middleware';

const note = { text: 'Buy tea.', revision: 1 };

export const serve = addProperties(
  async (request) => {
    if (request.method === 'PUT') {
      requireState(request, note.revision);
      note.text = await request.text();
      note.revision += 1;
    }
    showState(request, note.revision);
    return Response.json(note);
  },
  [createConditional({ writes: 'handler' })],
);
