import { buildConnector, Client, errors, Pool } from 'undici'
import type { Upstream } from './upstreams.ts'

/** Headers of an answer, by their name in lower case. */
export type AnswerHeaders = Record<string, string | string[] | undefined>

/** Why an upstream gave no answer, or broke off the one that it had begun. */
export type Failure = {
  /** The system's or the client's error code, for the log. */
  code: string
  /** Something of the request may have reached the upstream. */
  begun: boolean
  /** The connection had served before, so the upstream may have closed it while it was idle. */
  reused: boolean
}

/** One request to one upstream. `onEnd` or `onFailure` is called once at most; neither is, once it was abandoned. */
export type Call = {
  upstream: Upstream
  method: string
  /** Path and query. */
  path: string
  /** A flat list of names and values. */
  headers: string[]
  body: Buffer | undefined
  /** Do not take a connection that was used before. */
  fresh: boolean
  onAnswer(status: number, headers: AnswerHeaders): void
  /** Returns false when no more is wanted until {@link Sent.resume}. */
  onData(chunk: Buffer): boolean
  onEnd(): void
  onFailure(failure: Failure): void
}

/** A request that is under way. */
export type Sent = {
  /** Whether anything of it may have reached the upstream; false while it waits for a connection. */
  hasBegun(): boolean
  /** Gives it up: its connection is closed, nothing of it is called any more. */
  abandon(): void
  /** Goes on reading the answer after `onData` returned false. */
  resume(): void
}

/** Sends requests to upstreams over connections that are kept alive. Abandoning and failing never throw. */
export type ProxyTransport = {
  send(call: Call): Sent
  close(): void
}

/** How long a connection to an upstream may take to be made, in milliseconds. */
const connectTimeout = 2_000

const abandoned = new Error('the request was given up')

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message

/**
 * An engine on undici's dispatcher. It waits for a free connection when all are in use; how long an answer may take is for
 * the caller to judge.
 *
 * @param connections to each upstream at most
 */
export function createProxyTransport(connections: number): ProxyTransport {
  const pools = new Map<Upstream, Pool>()
  /** Errors of connections that had served before. */
  const ofUsedConnections = new WeakSet<Error>()
  const connectPlain = buildConnector({ timeout: connectTimeout, allowH2: false })
  const connect: typeof connectPlain = (options, callback) =>
    connectPlain(options, (error, socket) => {
      if (error !== null) return callback(error, null)
      socket.on('error', (failed: Error) => {
        if (socket.bytesRead > 0) ofUsedConnections.add(failed)
      })
      callback(null, socket)
    })
  const options = { connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 } as const
  const isReused = (error: Error): boolean =>
    ofUsedConnections.has(error) || (error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0)

  const poolOf = (upstream: Upstream): Pool => {
    const known = pools.get(upstream)
    if (known !== undefined) return known
    const pool = new Pool(upstream.url.origin, { ...options, connections })
    pools.set(upstream, pool)
    return pool
  }

  return {
    send(call) {
      let control: { abort(reason: Error): void; resume(): void } | undefined
      let over = false
      const { method, path, headers, body } = call
      const request = { method, path, headers, body: body ?? null }
      const handler: Parameters<Pool['dispatch']>[1] = {
        onRequestStart(controller) {
          control = controller
          if (over) controller.abort(abandoned)
        },
        onResponseStart(_controller, status, answered) {
          if (!over && status >= 200) call.onAnswer(status, answered)
        },
        onResponseData(controller, chunk) {
          if (!over && !call.onData(chunk)) controller.pause()
        },
        onResponseEnd() {
          if (over) return
          over = true
          call.onEnd()
        },
        onResponseError(_controller, error) {
          if (over) return
          over = true
          call.onFailure({ code: codeOf(error), begun: control !== undefined, reused: isReused(error) })
        },
      }
      if (call.fresh) {
        const once = new Client(call.upstream.url.origin, options)
        once.dispatch(request, handler)
        void once.close()
      } else {
        poolOf(call.upstream).dispatch(request, handler)
      }
      return {
        // Not a getter: one in an object of its own per request kept all of them alive until a full collection.
        hasBegun: () => control !== undefined,
        abandon() {
          over = true
          control?.abort(abandoned)
        },
        resume: () => control?.resume(),
      }
    },
    close() {
      for (const pool of pools.values()) void pool.destroy()
    },
  }
}
