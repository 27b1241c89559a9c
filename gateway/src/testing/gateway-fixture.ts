import type { RequestListener } from 'node:http'
import { loadConfig } from '@campstore/core/config/load-config'
import { createLogger, type Logger } from '@campstore/core/telemetry/log'
import { listenOnLoopback } from '@campstore/testing/http-server'
import { onTestFinished } from 'vitest'
import { gatewayConfig } from '../config.ts'
import { createGateway } from '../gateway.ts'
import { envelope, startFakeService } from './fake-service.ts'

/** Milliseconds for a timeout that ends what never comes, and nothing that a busy machine delays. */
export const safeTimeoutMs = 5_000

/** For clients that a busy machine delays, in milliseconds. */
const longLimits = { headersTimeout: 600_000, requestTimeout: 600_000 }

/**
 * Starts a gateway with these variables and closes it when the test ends. Requests wait for no process unless they say so.
 *
 * @param limits of its server, instead of long ones
 * @param log instead of none
 */
export async function startGateway(
  variables: Record<string, string>,
  limits?: Parameters<typeof createGateway>[2],
  log: Logger = createLogger('gateway', 'silent'),
) {
  const config = loadConfig(gatewayConfig, variables)
  const gateway = createGateway(config, log, { ...longLimits, waitMs: 0, ...limits })
  const { url, port } = await listenOnLoopback(gateway.server)
  onTestFinished(() => gateway.close(0))
  return { ...gateway, url, port }
}

/** Starts a booking service that responds so, and a gateway before it with these further variables. */
export async function startShop(
  respond?: RequestListener,
  variables: Record<string, string> = {},
  limits?: Parameters<typeof createGateway>[2],
) {
  const booking = await startFakeService(respond)
  const gateway = await startGateway({ BOOKING_URLS: booking.url, ...variables }, limits)
  return { booking, gateway }
}

/** A path of the booking service. */
export const policyPath = '/api/booking/policy'

/** Requests {@link policyPath} of a gateway. */
export async function requestPolicy(url: string, init?: RequestInit) {
  const response = await fetch(url + policyPath, init)
  const { data, error } = envelope.parse(await response.json())
  return { status: response.status, data, code: error?.code }
}
