import type { Clock } from '@campstore/auth/identity'
import type { Logger } from '@campstore/core/telemetry/log'
import { reportHoldQueues, startHoldWorkers } from '@campstore/holds/hold-workers'
import { startRetention } from '@campstore/holds/retention'
import { holdingTopology } from '@campstore/holds/topology'
import { inBackground } from '@campstore/service/dependencies'
import { createStaffLists } from '@campstore/service/staff-lists'
import { type Service, startService } from '@campstore/service/start-service'
import { bookingHold } from './booking-hold.ts'
import type { BookingConfig } from './config.ts'
import { bookingNames } from './names.ts'
import { entities } from './persistence/entities.ts'
import { administrationEndpoints, bookingEndpoints } from './routes.ts'

/** Starts the booking service. It starts, and waits, also while servers are away. */
export function startBookingService(config: BookingConfig, log: Logger, clock?: Clock): Promise<Service> {
  const holdSeconds = config.CHECKOUT_HOLD_SECONDS
  const { kind, schema } = bookingNames
  return startService({
    name: 'booking',
    config,
    log,
    clock,
    entities,
    migrations: { schema, folder: new URL('./persistence/', import.meta.url) },
    broker: { url: config.RABBITMQ_URL, topology: holdingTopology(kind, holdSeconds), outboxSchema: schema },
    build: running => {
      const given = { ...running, holdSeconds, maxOpenHolds: config.MAX_OPEN_HOLDS }
      const findPage = createStaffLists(running.database)
      return {
        endpoints: [...bookingEndpoints(given), ...administrationEndpoints({ ...given, findPage })],
        startBackground: () => {
          const background = inBackground(running)
          return [
            ...startHoldWorkers(bookingHold(running), background, config),
            startRetention(bookingNames, background),
          ]
        },
        ...reportHoldQueues(kind, running, config),
      }
    },
  })
}
