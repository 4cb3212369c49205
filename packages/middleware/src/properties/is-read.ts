/** Which requests only read: the ones whose answers may be made smaller, kept and compared. */

/** True for GET and HEAD. */
export function isRead({ method }: Pick<Request, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
