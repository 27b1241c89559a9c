import { configOrExit } from '@campstore/core/config/load-config'
import { runUntilStopped } from '@campstore/core/run-until-stopped'
import { createLogger } from '@campstore/core/telemetry/log'
import { listen } from '@campstore/http/listen'
import { publishPayment } from '../pay/publish-payment.ts'
import { createSimulator } from './app.ts'
import { simulatorConfig } from './config.ts'
import { createPayments } from './payments.ts'

const config = configOrExit('payment-simulator', simulatorConfig)
const log = createLogger('payment-simulator', config.LOG_LEVEL)
const [secret = ''] = config.PAYMENT_SIGNING_SECRET

await runUntilStopped(log, async () => {
  const payments = createPayments({
    shop: config,
    publish: (notification, at) => publishPayment(notification, { rabbitmqUrl: config.RABBITMQ_URL, secret, at }),
  })
  const app = createSimulator({ shop: config, payments, holdSeconds: config.CHECKOUT_HOLD_SECONDS, log })
  const http = await listen(app, { host: config.HOST, port: config.PORT, log })
  return {
    url: http.url,
    async stop() {
      await http.stop()
      const dropped = payments.stop()
      if (dropped > 0) log.warn({ dropped }, 'Payments that were to be published later are dropped')
    },
  }
})
