import { configOrExit } from '@campstore/config/load-config'
import { runUntilStopped } from '@campstore/config/run'
import { createLogger } from '@campstore/telemetry/log'
import { bookingConfig } from './config.ts'
import { startBookingService } from './service.ts'

const config = configOrExit(bookingConfig)
const log = createLogger('booking', config.LOG_LEVEL)
await runUntilStopped(log, () => startBookingService(config, log))
