// A request as the listener passes it on: it carries its connection, and what made it fail.

/** What knows the other end of a connection: the server of the runtime that accepted it. */
interface Transport {
  requestIP(request: Request): { address: string } | null;
}

/**
 * A request with the server that accepted it, which the listener sets. The framework passes the same
 * object on to its handlers. The peer is looked up on use: that costs a tenth of a public list, which
 * does not need it.
 */
export interface Incoming extends Request {
  transport?: Transport;
  /** What made it fail; logged with an answer whose status is 500 or more. */
  failure?: unknown;
}

/** The address of the TCP peer as the socket reports it; empty once the connection is closed. */
export function peerOf(request: Incoming): string {
  return request.transport?.requestIP(request)?.address ?? '';
}
