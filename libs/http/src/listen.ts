import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'

/** A listening server. */
export type Listening = {
  url: string
  /** Accepts nothing new, lets what runs finish for at most `graceMs`, then closes. */
  stop(graceMs?: number): Promise<void>
}

/** Idle connections of the gateway's pool outlive its own time-out, so that it is never the service that closes first. */
const keepAliveMs = 65_000

/** Serves an application over HTTP. Port 0 takes a free one. */
export function listen(app: Koa, address: { host: string; port: number }): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: keepAliveMs, requestTimeout: 30_000 }, app.callback())
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, () => {
      const { port } = server.address() as AddressInfo
      resolve({ url: `http://${address.host}:${port}`, stop: graceMs => stop(graceMs ?? 10_000) })
    })
  })

  function stop(graceMs: number): Promise<void> {
    return new Promise(resolve => {
      const force = setTimeout(() => server.closeAllConnections(), graceMs)
      server.close(() => {
        clearTimeout(force)
        resolve()
      })
      server.closeIdleConnections()
    })
  }
}
