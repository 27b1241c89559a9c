import { ApiError, errorBody } from '@campstore/contract/errors'
import type Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import type { RequestContext } from './endpoint.ts'

/**
 * Answers every error in the envelope. What the contract does not name becomes SERVICE_UNAVAILABLE where something the
 * service needs is away, and INTERNAL_ERROR otherwise, with everything about it in the log and nothing in the answer.
 */
export function answerErrors(isUnavailable: (error: unknown) => boolean): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const refusal = asRefusal(error, isUnavailable)
      if (refusal.status >= 500) logFailure(ctx, refusal, error)
      ctx.status = refusal.status
      ctx.set('cache-control', 'no-store')
      ctx.set(refusal.headers)
      ctx.body = errorBody(refusal)
    }
  }
}

function asRefusal(error: unknown, isUnavailable: (error: unknown) => boolean): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error))
    return new ApiError('SERVICE_UNAVAILABLE', 'The service cannot answer at the moment', { cause: error })
  return new ApiError('INTERNAL_ERROR', 'Something went wrong', { cause: error })
}

function logFailure(ctx: Context, refusal: ApiError, error: unknown): void {
  const { log } = ctx.state as RequestContext
  if (refusal.code === 'SERVICE_UNAVAILABLE' || refusal.code === 'GATEWAY_TIMEOUT')
    log.warn({ code: refusal.code, reason: messageOf(error) }, 'unavailable')
  else if (refusal.code === 'INTERNAL_ERROR') log.error({ err: error }, 'a request failed')
}

const messageOf = (error: unknown): string => {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return root instanceof Error ? root.message : String(root)
}

/** For what no route took: METHOD_NOT_ALLOWED with `Allow` on a known path, NOT_FOUND elsewhere. */
export function noRoute(router: Router): Middleware {
  return ctx => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap(layer => layer.methods))
    if (methods.size === 0) throw new ApiError('NOT_FOUND', 'There is nothing at this path')
    throw new ApiError('METHOD_NOT_ALLOWED', `This path does not take ${ctx.method}`, {
      headers: { allow: [...methods].sort().join(', ') },
    })
  }
}
