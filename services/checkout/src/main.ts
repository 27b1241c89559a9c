import { configOrExit } from '@campstore/core/config/load-config'
import { runUntilStopped } from '@campstore/core/run-until-stopped'
import { createLogger } from '@campstore/core/telemetry/log'
import { checkoutConfig } from './config.ts'
import { startCheckoutService } from './service.ts'

const config = configOrExit(checkoutConfig)
const log = createLogger('checkout', config.LOG_LEVEL)
await runUntilStopped(log, () => startCheckoutService(config, log))
