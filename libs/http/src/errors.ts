import { ApiError, errorBody } from '@campstore/contract/errors'
import type Router from '@koa/router'
import { methodNotAllowed, unknownPath } from './refusals.ts'
import type { HttpContext, HttpMiddleware, RequestState } from './request-log.ts'

/**
 * Sends every error in the envelope. An error that the contract does not name becomes SERVICE_UNAVAILABLE where something that
 * the service needs is down, and INTERNAL_ERROR otherwise, with all details in the log and none in the response.
 */
export function handleErrors(isUnavailable: (error: unknown) => boolean): HttpMiddleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const apiError = asApiError(error, isUnavailable)
      if (apiError.status >= 500) logFailure(ctx, apiError, error)
      ctx.state.code = apiError.code
      ctx.status = apiError.status
      ctx.set('cache-control', 'no-store')
      ctx.set(apiError.headers)
      ctx.body = errorBody(apiError)
    }
  }
}

function asApiError(error: unknown, isUnavailable: (error: unknown) => boolean): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) {
    const message = 'The service is temporarily unavailable. Try again in 2 seconds.'
    return new ApiError('SERVICE_UNAVAILABLE', message, { cause: error })
  }
  return new ApiError('INTERNAL_ERROR', 'Something went wrong.', { cause: error })
}

function logFailure({ state: { log } }: HttpContext, { code }: ApiError, error: unknown): void {
  if (code === 'SERVICE_UNAVAILABLE' || code === 'GATEWAY_TIMEOUT') {
    log.warn({ code, reason: reasonOf(error) }, 'A request failed because something is unavailable')
  } else if (code === 'INTERNAL_ERROR') log.error({ err: error }, 'A request failed')
}

const reasonOf = (error: unknown): string => {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return root instanceof Error ? root.message : String(root)
}

/** For requests that no route handled: METHOD_NOT_ALLOWED with `Allow` on a known path, NOT_FOUND elsewhere. */
export function handleUnknownRoute(router: Router<RequestState>): HttpMiddleware {
  return ctx => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap(layer => layer.methods))
    throw methods.size === 0 ? unknownPath() : methodNotAllowed(ctx.method, [...methods].sort())
  }
}
