import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { configOrExit } from '@campstore/core/config/load-config'
import { runUntilStopped } from '@campstore/core/run-until-stopped'
import { createLogger } from '@campstore/core/telemetry/log'
import { gatewayConfig } from './config.ts'
import { createGateway } from './gateway.ts'

const config = configOrExit(gatewayConfig)
const log = createLogger('gateway', config.LOG_LEVEL)

await runUntilStopped(log, async () => {
  const gateway = createGateway(config, log)
  gateway.server.listen(config.PORT, config.HOST)
  await once(gateway.server, 'listening')
  const { port } = gateway.server.address() as AddressInfo
  return { url: `http://${config.HOST}:${port}`, stop: () => gateway.close() }
})
