/**
 * How a process that stops tells the clients in our other processes which requests it has not begun, so that they may send them
 * to another process, even requests that must not run twice.
 *
 * HTTP/1.1 has no such message: a server that closes an idle connection just as a request comes over it loses the request, and
 * its client cannot know whether it was processed. So {@link UpstreamClient} names {@link acceptsNoticeHeader} in the first
 * request of each connection. A server that stops writes {@link shutdownNotice} to the idle ones of these connections, and
 * discards all bytes that still arrive. A request that is answered by the notice was never started.
 */

/** Request header of a client that understands the notice; every value means yes. */
export const acceptsNoticeHeader = 'x-campstore-accept-shutdown-notice'

/** Response header that only the notice has. */
export const shutdownNoticeHeader = 'x-campstore-shutdown-notice'

/** The whole response. */
export const shutdownNotice = [
  'HTTP/1.1 503 Service Unavailable',
  `${shutdownNoticeHeader}: not-begun`,
  'connection: close',
  'content-length: 0',
  '\r\n',
].join('\r\n')
