import { version } from '@campstore/core/version'
import { methodNotAllowed } from '@campstore/http/refusals'
import type { RequestContext } from './request-context.ts'
import { sendJson } from './responses.ts'

/** What `GET /` returns: the product, and where its documents are. */
export const overview = {
  name: 'campstore',
  description: 'Outdoor-gear store and campground bookings',
  version,
  documents: {
    reference: '/docs',
    guides: '/docs/guides',
    openapi: '/openapi.json',
    asyncapi: '/asyncapi.json',
    health: '/health',
    console: '/staff',
  },
}

/**
 * Responds to `GET /` of a program with a description, and where its documents are; a browser gets a page (`pages.ts`). Throws
 * METHOD_NOT_ALLOWED.
 */
export function sendOverview(context: RequestContext): void {
  const { method } = context.request
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method ?? '', ['GET', 'HEAD'])
  sendJson(context, 200, { success: true, data: overview }, ['vary', 'accept'])
}
