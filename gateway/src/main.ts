import { configOrExit } from '@campstore/config/load-config'
import { createLogger } from '@campstore/telemetry/log'
import { gatewayConfig } from './config.ts'
import { createGateway } from './gateway.ts'

// http-proxy calls util._extend, of which Node would warn at the first request. Nobody who runs the gateway can act on that.
process.noDeprecation = true

const config = configOrExit(gatewayConfig)
const log = createLogger('gateway', config.LOG_LEVEL)
const gateway = createGateway(config, log)

gateway.server.on('error', error => {
  log.fatal({ error: error.message }, 'the gateway cannot listen')
  process.exit(1)
})
gateway.server.listen(config.PORT, config.HOST, () => log.info({ host: config.HOST, port: config.PORT }, 'listening'))

const stop = async (signal: NodeJS.Signals): Promise<void> => {
  log.info({ signal }, 'stopping')
  await gateway.close()
  log.info('stopped')
}
process.once('SIGTERM', stop).once('SIGINT', stop)
