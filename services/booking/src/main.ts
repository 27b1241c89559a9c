import { runProcess } from '@campstore/core/run-process'
import { bookingConfig } from './config.ts'
import { startBookingService } from './service.ts'

await runProcess('booking', bookingConfig, startBookingService)
