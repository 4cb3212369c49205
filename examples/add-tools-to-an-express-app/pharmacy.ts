/** The existing application: a pharmacy with a token, a list of branches and refill orders. */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';

/** The functions of the pharmacy, independent of HTTP. */
export interface Pharmacy {
  app: Express;
  /** Received orders. */
  orders: { rx: string; days: number }[];
  orderRefill(rx: string, days: number): number;
}

/** The only customer of this pharmacy. */
export const token = 'linden';

/** Creates the application. */
export function createPharmacy(): Pharmacy {
  const orders: Pharmacy['orders'] = [];
  const orderRefill = (rx: string, days: number) => 4_817_732 + orders.push({ rx, days });
  const app = express();
  app.use(express.json());
  app.use('/v2', requireToken);
  app.get('/v2/branches', (_request, response) => void response.json(['Linden Street', 'Harbour']));
  app.post('/v2/refills', (request, response) => {
    const { rx, days } = request.body as { rx: string; days: number };
    response.status(201).json({ order: orderRefill(rx, days) });
  });
  return { app, orders, orderRefill };
}

/** True for a request with the customer's token. */
export function isCustomer(authorization: string | undefined): boolean {
  return authorization === `Bearer ${token}`;
}

function requireToken(request: Request, response: Response, next: NextFunction): void {
  if (isCustomer(request.headers.authorization)) next();
  else response.status(401).json({ error: 'a token is required' });
}
