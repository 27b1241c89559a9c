import { loadConfig } from '@campstore/core/config/load-config'
import type { Running } from '@campstore/core/run-until-stopped'
import { createLogger, type Logger } from '@campstore/core/telemetry/log'
import type { ProcessName, ServiceProcess } from '@campstore/testing/processes'
import { eventually } from '@campstore/testing/waiting'
import { gatewayConfig } from '../../gateway/src/config.ts'
import { startGateway } from '../../gateway/src/gateway.ts'
import { adminConfig } from '../../services/admin/src/config.ts'
import { startAdminService } from '../../services/admin/src/service.ts'
import { bookingConfig } from '../../services/booking/src/config.ts'
import { startBookingService } from '../../services/booking/src/service.ts'
import { checkoutConfig } from '../../services/checkout/src/config.ts'
import { startCheckoutService } from '../../services/checkout/src/service.ts'
import { meConfig } from '../../services/me/src/config.ts'
import { startMeService } from '../../services/me/src/service.ts'
import { productsConfig } from '../../services/products/src/config.ts'
import { startProductsService } from '../../services/products/src/service.ts'

type Variables = Readonly<Record<string, string>>

/** What the `main.ts` of each starts. */
const starts: Record<ProcessName, (variables: Variables, log: Logger) => Promise<Running>> = {
  gateway: (variables, log) => startGateway(loadConfig(gatewayConfig, variables), log),
  admin: (variables, log) => startAdminService(loadConfig(adminConfig, variables), log),
  booking: (variables, log) => startBookingService(loadConfig(bookingConfig, variables), log),
  checkout: (variables, log) => startCheckoutService(loadConfig(checkoutConfig, variables), log),
  me: (variables, log) => startMeService(loadConfig(meConfig, variables), log),
  products: (variables, log) => startProductsService(loadConfig(productsConfig, variables), log),
}

/** Starts a service, or the gateway, in this process, and waits until it is ready. Signals have no effect on it. */
export async function startInProcess(name: ProcessName, variables: Variables): Promise<ServiceProcess> {
  const running = await starts[name](variables, createLogger(name, 'silent'))
  await eventually(async () => {
    const { ok } = await fetch(`${running.url}/health${name === 'gateway' ? '' : '/ready'}`)
    if (!ok) throw new Error(`${name} is not ready`)
  })
  const exited = Promise.withResolvers<string>()
  let hasExited = false
  return {
    url: running.url,
    port: Number(new URL(running.url).port),
    pid: process.pid,
    log: '',
    exited: exited.promise,
    hasExited: () => hasExited,
    kill: () => {},
    stop: async () => {
      if (hasExited) return
      hasExited = true
      await running.stop()
      exited.resolve('exit code 0')
    },
  }
}
