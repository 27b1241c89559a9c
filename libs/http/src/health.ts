import { version } from '@campstore/core/version'
import type { Middleware, ParameterizedContext } from 'koa'

/**
 * The present state of the dependencies of a service. The service is ready when everything that is `needed` is up; the rest is
 * for information.
 */
export type HealthCheck = () => Promise<Record<string, { up: boolean; needed: boolean }>>

/** Whether a request target is about health; such requests are served however busy the service is. */
export const isHealthPath = (target: string): boolean => target.startsWith('/health/')

/** Further fields of readiness, such as counts of messages that need attention. */
export type HealthDetails = () => Record<string, unknown>

/** Header of `/health/live` of a process that its database does not serve; every value means yes. */
export const unservedHeader = 'x-campstore-unserved'

/** `GET /health/live`: the process answers. `GET /health/ready`: it can serve; 503 while it cannot. Both say its version. */
export function answerHealth(
  check: HealthCheck,
  details: HealthDetails = () => ({}),
  isServed: () => boolean = () => true,
): Middleware {
  const answerReady = async (ctx: ParameterizedContext) => {
    const parts = Object.entries(await check())
    const ready = parts.every(([, part]) => part.up || !part.needed)
    const states = Object.fromEntries(parts.map(([name, part]) => [name, part.up ? 'up' : 'down']))
    ctx.status = ready ? 200 : 503
    if (!ready) ctx.set('retry-after', '2')
    ctx.body = { success: ready, data: { status: ready ? 'up' : 'down', version, ...states, ...details() } }
  }
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    if (ctx.path === '/health/live') {
      if (!isServed()) ctx.set(unservedHeader, 'yes')
      ctx.body = { success: true, data: { status: 'up', version } }
    } else if (ctx.path === '/health/ready') await answerReady(ctx)
    else return next()
  }
}
