import { configOrExit } from '@campstore/config/load-config'
import { runUntilStopped } from '@campstore/config/run'
import { createLogger } from '@campstore/telemetry/log'
import { checkoutConfig } from './config.ts'
import { startCheckoutService } from './service.ts'

const config = configOrExit(checkoutConfig)
const log = createLogger('checkout', config.LOG_LEVEL)
await runUntilStopped(log, () => startCheckoutService(config, log))
