import type { IncomingMessage } from 'node:http'
import accepts from 'accepts'

/** Bodies with fewer bytes are sent as they are: compressed, they would be one packet all the same. */
export const compressedFrom = 1_000

/** Whether a client prefers a compressed body (RFC 9110, 12.5.3). */
export const acceptsGzip = (request: IncomingMessage): boolean =>
  accepts(request).encodings(['gzip', 'identity']) === 'gzip'
