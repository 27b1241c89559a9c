import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { runProcess } from '@campstore/core/run-process'
import { gatewayConfig } from './config.ts'
import { createGateway } from './gateway.ts'

await runProcess('gateway', gatewayConfig, async (config, log) => {
  const gateway = createGateway(config, log)
  gateway.server.listen(config.PORT, config.HOST)
  await once(gateway.server, 'listening')
  const { port } = gateway.server.address() as AddressInfo
  return { url: `http://${config.HOST}:${port}`, stop: () => gateway.close() }
})
