import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type Koa from 'koa'

/** A listening server. */
export type Listening = {
  url: string
  /** Accepts nothing new, lets what runs finish for at most `graceMs`, then closes. */
  stop(graceMs?: number): Promise<void>
}

/** Idle connections of the gateway's pool outlive its own time-out, so that it is never the service that closes first. */
const keepAliveMs = 65_000

/** How long an idle connection outlives the beginning of a stop, for a request that is already on its way. */
const lastRequestsMs = 300

/** Serves an application over HTTP. Port 0 takes a free one. */
export function listen(app: Koa, address: { host: string; port: number }): Promise<Listening> {
  const answer = app.callback()
  const inHand = new Set<ServerResponse>()
  let stopping = false
  const server = createServer({ keepAliveTimeout: keepAliveMs, requestTimeout: 30_000 }, (request, response) => {
    inHand.add(response)
    response.once('close', () => inHand.delete(response))
    response.shouldKeepAlive &&= !stopping
    void answer(request, response)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, () => {
      const { port } = server.address() as AddressInfo
      resolve({ url: `http://${address.host}:${port}`, stop: graceMs => stop(graceMs ?? 10_000) })
    })
  })

  /** Each connection ends with its last answer, which says so: whoever keeps it takes the next request elsewhere. */
  function stop(graceMs: number): Promise<void> {
    stopping = true
    for (const response of inHand) response.shouldKeepAlive = false
    return new Promise(resolve => {
      const startedAt = performance.now()
      const sweep = setInterval(() => {
        if (performance.now() - startedAt >= lastRequestsMs) server.closeIdleConnections()
      }, 50)
      const force = setTimeout(() => server.closeAllConnections(), graceMs)
      // HTTP's own close would end idle connections at once, also those on which a request is about to arrive.
      NetServer.prototype.close.call(server, () => {
        clearInterval(sweep)
        clearTimeout(force)
        resolve()
      })
    })
  }
}
