import { loadConfig } from '@campstore/core/config/load-config'
import type { Running } from '@campstore/core/run-until-stopped'
import { createLogger, type Logger } from '@campstore/core/telemetry/log'
import type { ProcessName, ServiceProcess } from '@campstore/testing/processes'
import { isReady } from '@campstore/testing/send'
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

/**
 * Starts a service, or the gateway, in this process, and waits until it is ready. It cannot be killed, and shares what modules keep
 * with the other instances: overdue commits, messages that were set aside, metrics. Tests that depend on these start processes.
 */
export async function startInProcess(name: ProcessName, variables: Variables): Promise<ServiceProcess> {
  const running = await starts[name](variables, createLogger(name, 'silent'))
  await eventually(async () => {
    const path = name === 'gateway' ? '/health' : '/health/ready'
    if (!(await isReady(running.url, path))) throw new Error(`${name} is not ready`)
  }).catch(async error => {
    await running.stop()
    throw error
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
    kill: () => {
      throw new Error('An instance in the process of the test can be stopped, but not killed')
    },
    stop: async () => {
      if (hasExited) return
      hasExited = true
      await running.stop()
      exited.resolve('exit code 0')
    },
  }
}
