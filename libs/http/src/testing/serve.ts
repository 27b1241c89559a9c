import type { SignedInMember } from '@campstore/auth/members'
import type { Route } from '@campstore/contract/route'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type AppOptions, createApp } from '../app.ts'
import type { Endpoint, Handle } from '../endpoint.ts'
import { type Listening, type ListenOptions, listen } from '../listen.ts'

export const ann: SignedInMember = {
  kind: 'member',
  customerId: 'ann',
  name: 'Ann',
  email: '',
  emailVerified: false,
  status: 'active',
  tokenExpiresAt: new Date('2100-01-01'),
}

type Served = Pick<AppOptions, 'endpoints'> & Partial<AppOptions>

/** An application that listens on a free port. */
export function listenFor(options: Served, listening: Partial<ListenOptions> = {}): Promise<Listening> {
  const app = createApp({
    log: pino({ enabled: false }),
    authenticate: {},
    isUnavailable: () => false,
    responseCheck: 'strict',
    health: async () => ({}),
    ...options,
  })
  return listen(app, { host: '127.0.0.1', port: 0, ...listening })
}

/** The same until the end of the test; returns the URL. */
export async function serve(...options: Parameters<typeof listenFor>): Promise<string> {
  const { url, stop } = await listenFor(...options)
  onTestFinished(() => stop(0))
  return url
}

/** One route with its handler. */
export const endpoint = <const R extends Route>(route: R, handle: Handle<R>): Endpoint => ({
  route,
  // The handler gets only input that its route has validated.
  handle: handle as Endpoint['handle'],
})
