import { runProcess } from '@campstore/core/run-process'
import { checkoutConfig } from './config.ts'
import { startCheckoutService } from './service.ts'

await runProcess('checkout', checkoutConfig, startCheckoutService)
