import { configOrExit } from '@campstore/core/config/load-config'
import { runUntilStopped } from '@campstore/core/run-until-stopped'
import { createLogger } from '@campstore/core/telemetry/log'
import { listen } from '@campstore/http/listen'
import type { SignedMessage } from '@campstore/payments/notification'
import { publishSigned } from '../pay/publish-payment.ts'
import { createSimulator } from './app.ts'
import { createBookings, hearBookings } from './bookings.ts'
import { simulatorConfig } from './config.ts'
import { createPayments } from './payments.ts'

const config = configOrExit('payment-simulator', simulatorConfig)
const log = createLogger('payment-simulator', config.LOG_LEVEL)
const [secret = ''] = config.PAYMENT_SIGNING_SECRET

await runUntilStopped(log, async () => {
  const { RABBITMQ_URL: rabbitmqUrl, ECPAY_RETURN_URL: returnUrl } = config
  const publish = (message: SignedMessage) => publishSigned(message, rabbitmqUrl)
  const payments = createPayments({ shop: config, secret, returnUrl, publish })
  const bookings = createBookings()
  const events = hearBookings(bookings, { rabbitmqUrl, log })
  const app = createSimulator({ config, payments, bookings, log })
  const http = await listen(app, { host: config.HOST, port: config.PORT, log })
  return {
    url: http.url,
    async stop() {
      await http.stop()
      const dropped = payments.stop()
      if (dropped > 0) log.warn({ dropped }, 'Later payments are dropped')
      await events.close()
    },
  }
})
