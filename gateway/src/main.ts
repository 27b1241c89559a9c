import { runProcess } from '@campstore/core/run-process'
import { gatewayConfig } from './config.ts'
import { startGateway } from './gateway.ts'

await runProcess('gateway', gatewayConfig, startGateway)
