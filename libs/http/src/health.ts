import { version } from '@campstore/core/version'
import type { Middleware, ParameterizedContext } from 'koa'

/** What a service needs, or uses; `outage` is why it is down, in words that anybody may read. */
type Dependency = { needed: boolean; outage: string | undefined }

/**
 * The present state of the dependencies of a service, each judged by itself. The service is ready when everything that is
 * `needed` is up; the rest is for information.
 */
export type HealthCheck = () => Promise<Record<string, Dependency>>

/** Whether a request target is about health; such requests are served however busy the service is. */
export const isHealthPath = (target: string): boolean => target.startsWith('/health/')

/** Further fields of readiness, such as counts of messages that need attention. */
export type HealthDetails = () => Record<string, unknown>

/** Header of `/health/live` of a process that its database does not serve; every value means yes. */
export const unservedHeader = 'x-campstore-unserved'

/** `GET /health/live`: the process answers. `GET /health/ready`: it can serve; 503 while it cannot, with the reasons. Both say its version. */
export function answerHealth(
  check: HealthCheck,
  details: HealthDetails = () => ({}),
  isServed: () => boolean = () => true,
): Middleware {
  const answerReady = async (ctx: ParameterizedContext) => {
    const parts = Object.entries(await check())
    const down = parts.filter(([, { outage }]) => outage !== undefined)
    const ready = !down.some(([, { needed }]) => needed)
    const states = Object.fromEntries(parts.map(([name, { outage }]) => [name, outage === undefined ? 'up' : 'down']))
    const reasons = Object.fromEntries(down.map(([name, { outage }]) => [name, outage]))
    ctx.status = ready ? 200 : 503
    if (!ready) ctx.set('retry-after', '2')
    const data = {
      status: ready ? 'up' : 'down',
      version,
      ...states,
      ...(down.length > 0 && { reasons }),
      ...details(),
    }
    ctx.body = { success: ready, data }
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
