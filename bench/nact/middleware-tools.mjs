/** The same tool with `@dragoman/middleware` on the same Express. `node middleware-tools.mjs <port>`. */
import { readFileSync } from 'node:fs';
import { defineTool } from '@dragoman/middleware';
import { addNact } from '@dragoman/middleware/express';
import express from 'express';

const quoteTool = JSON.parse(readFileSync(new URL('./quote-tool.json', import.meta.url), 'utf8'));
const town = (name) => ({ name, description: 'A town.', maxLength: 100 });
const output = (name, type) => ({ name, type, description: `The ${name} of the quote.` });
const tool = defineTool({
  toolId: quoteTool.toolId,
  name: quoteTool.name,
  description: 'Quotes freight between two towns. Use it once both towns and the weight are known.',
  inputs: {
    from: town('from'),
    to: town('to'),
    weight: { name: 'weight_kg', type: 'int', description: 'Weight in kilograms.' },
    fragile: { name: 'fragile', type: 'boolean', description: 'Whether it breaks easily.' },
  },
  outputs: {
    price: output('price', 'int'),
    currency: output('currency', 'string'),
    days: output('days', 'int'),
    carrier: output('carrier', 'string'),
    valid: output('valid', 'boolean'),
  },
  run: () => quoteTool.answer,
});

const app = express();
app.disable('x-powered-by');
addNact(app, { tools: [tool], authenticate: () => ({ subject: 'bench' }) });
app.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
