/** Which requests are reads: their responses may be reduced, stored and compared. */

/** True for GET and HEAD. */
export function isRead({ method }: Pick<Request, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
