import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import type { Upstream } from './upstreams.ts'

/** Looks after the upstreams, so that a frozen one is noticed before a request has waited for it for long. */
export type Watch = {
  /** The number of the present tick. */
  readonly now: number
  /** Looks at every upstream once; the watch does so by itself every {@link tickMs}. */
  tick(): void
  stop(): void
}

/** Asks an upstream whether it lives; `done` is called once, unless it is cancelled. Returns how to cancel it. */
export type AskAlive = (upstream: Upstream, done: (answered: boolean) => void) => () => void

/** Milliseconds between two looks. */
export const tickMs = 250

/** Ticks after which an upstream from which nothing was heard is asked, though it has nothing in hand. */
const idleTicks = 4

/** Ticks after which a question that is not answered is asked again: its connection may be the only thing that is dead. */
const askAgainTicks = 20

/** Asks on a connection of its own. Whatever is answered, the process lives; what it can do is for `/health` to tell. */
export const askAlive: AskAlive = ({ url }, done) => {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const asked = get(new URL('/health/live', url), { agent: false }, answer => {
    answer.on('error', () => {}).resume()
    done(true)
  })
  asked.on('error', () => done(false))
  return () => asked.destroy()
}

/**
 * Watches upstreams. A process is frozen when it has been asked for `silenceMs` and nothing at all came from it: no answer to
 * the question, none to any request. So one that is busy or short of processor time, but still answers something, is never
 * taken for frozen. The time is counted in ticks that this process itself went through, so that its own standstill is not
 * blamed on the upstreams. One that refuses the connection is not frozen; the request that meets it goes to the next.
 *
 * A frozen upstream stays asked, and is back with the first sign of life. While it is frozen its requests in hand are told
 * by every tick.
 *
 * @param silenceMs 0 to watch nothing
 */
export function watchUpstreams(upstreams: readonly Upstream[], silenceMs: number, ask: AskAlive = askAlive): Watch {
  const limit = Math.max(1, Math.round(silenceMs / tickMs))
  let now = 0
  const looks = upstreams.map(upstream => lookAfter(upstream, limit, ask))
  const tick = () => {
    now += 1
    for (const { look } of looks) look(now)
  }
  const timer = silenceMs === 0 ? undefined : setInterval(tick, tickMs).unref()
  return {
    get now() {
      return now
    },
    tick,
    stop() {
      clearInterval(timer)
      for (const { cancel } of looks) cancel()
    },
  }
}

function lookAfter(upstream: Upstream, limit: number, ask: AskAlive) {
  let question: { cancel(): void; since: number } | undefined
  let askedAt = 0
  let silence = 0

  const settle = (answered: boolean) => {
    question = undefined
    silence = 0
    upstream.frozen = false
    if (answered) upstream.heard = true
  }

  const askNow = (now: number) => {
    askedAt = now
    let settled = false
    const cancel = ask(upstream, answered => {
      if (settled) return
      settled = true
      settle(answered)
    })
    if (settled) return
    question = {
      since: now,
      cancel() {
        settled = true
        cancel()
      },
    }
  }

  const look = (now: number): void => {
    if (upstream.heard) {
      upstream.heard = false
      upstream.frozen = false
      silence = 0
      askedAt = now
      return
    }
    if (question === undefined) {
      if (upstream.inHand.length > 0 || now - askedAt >= idleTicks) askNow(now)
      return
    }
    silence += 1
    if (now - question.since >= askAgainTicks) {
      question.cancel()
      askNow(now)
    }
    if (silence < limit) return
    upstream.frozen = true
    for (const request of upstream.inHand.slice()) request.onFrozen(now - request.since >= limit)
  }

  return { look, cancel: () => question?.cancel() }
}
