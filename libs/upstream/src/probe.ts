import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { unservedHeader } from '@campstore/http/health'
import { connectionOptions } from './addresses.ts'
import type { Upstream } from './pool.ts'

/**
 * Requests a path from one process, over a new connection: so the response also shows that it accepts new connections.
 *
 * @param done called once at most, with the status of the response, or undefined where there is none, and whether the process's
 *   database serves it
 * @returns cancels the probe; `done` may still be called
 */
export function probe(
  upstream: Upstream,
  path: string,
  done: (status: number | undefined, isServed?: boolean) => void,
): () => void {
  const { url } = upstream
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const request = get(new URL(path, url), { agent: false, ...connectionOptions(upstream) }, response => {
    response.on('error', () => {}).resume()
    done(response.statusCode, response.headers[unservedHeader] === undefined)
  })
  request.on('error', () => done(undefined))
  return () => request.destroy()
}
