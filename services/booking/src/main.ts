import { configOrExit } from '@campstore/core/config/load-config'
import { runUntilStopped } from '@campstore/core/run-until-stopped'
import { createLogger } from '@campstore/core/telemetry/log'
import { bookingConfig } from './config.ts'
import { startBookingService } from './service.ts'

const config = configOrExit(bookingConfig)
const log = createLogger('booking', config.LOG_LEVEL)
await runUntilStopped(log, () => startBookingService(config, log))
