import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keepAlive } from '../keep-alive.ts'
import type { Running } from '../run-until-stopped.ts'
import { version } from '../version.ts'
import type { Logger } from './log.ts'
import { gauge, registerMetrics } from './metrics.ts'

/** Prometheus is the only client, and a person now and then. Connections that send nothing must not keep it out for long. */
const maxConnections = 20
const requestTimeoutMs = 2_000
const connectionLimits = {
  ...keepAlive,
  headersTimeout: requestTimeoutMs,
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: 500,
}

const buildInfo = gauge('campstore_build_info', 'Always 1; the label is the version that runs.', ['version'])

/**
 * Registers the metrics of this process, its own and Node's, and serves them at `/metrics` on a separate port. It has
 * no authentication, so the port must not be reachable by clients.
 *
 * @param options.port 0 takes a free one
 */
export async function serveMetrics(options: { host: string; port: number }, log: Logger): Promise<Running> {
  const client = await import('prom-client')
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  registerMetrics({ client, registry, log })
  buildInfo.readFrom(() => [{ labels: { version }, value: 1 }])
  // Scrapes at the same time share one reading.
  let current: Promise<string> | undefined
  const read = () => {
    current ??= registry.metrics().finally(() => {
      current = undefined
    })
    return current
  }
  const server = createServer(connectionLimits, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    read().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      error => {
        log.error({ err: error }, 'Cannot read the metrics')
        response.writeHead(500).end()
      },
    )
  })
  server.maxConnections = maxConnections
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const url = `http://${options.host}:${(server.address() as AddressInfo).port}/metrics`
  log.info({ url }, 'Metrics are served')
  return {
    url,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
