/** Interface between the HTTP front ends and the pipeline. */
import type { HttpReply, HttpRequest } from '@dragoman/core/http';
import type { CertificateNames } from '../access/certificate-callers.js';

/** Connection details that accompany a request. */
export interface RequestOrigin {
  remoteAddress: string;
  /** Request target as it was sent in the request line. */
  target: string;
  /** Names of the verified client certificate; absent when the client sent none. */
  certificate?: CertificateNames;
}

/** Answers a request; internal errors are thrown, at once or later. */
export type Answerer = (request: HttpRequest, origin: RequestOrigin) => Promise<HttpReply>;
