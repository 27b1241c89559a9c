import { ApiError, errorBody, internalError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
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
      const { language } = ctx.state
      ctx.set({ 'cache-control': 'no-store', 'content-language': language, ...apiError.headers })
      ctx.vary('accept-language')
      ctx.body = errorBody(apiError, language)
    }
  }
}

function asApiError(error: unknown, isUnavailable: (error: unknown) => boolean): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) {
    return new ApiError('SERVICE_UNAVAILABLE', text('failure.unavailable'), { cause: error })
  }
  return internalError(error)
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
    // A path between services is not shown to an administrator.
    const shown = ctx.path.startsWith('/internal/') ? undefined : ctx
    throw methods.size === 0 ? unknownPath(shown) : methodNotAllowed(ctx.method, [...methods].sort())
  }
}
