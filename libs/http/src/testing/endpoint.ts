import type { Route } from '@campstore/contract/route'
import type { Endpoint, Handle } from '../endpoint.ts'

/** One route with its handler. */
export const endpoint = <const R extends Route>(route: R, handle: Handle<R>): Endpoint => ({
  route,
  // The handler gets only input that its route has validated.
  handle: handle as Endpoint['handle'],
})
