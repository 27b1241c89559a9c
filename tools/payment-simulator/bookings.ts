import { setTimeout as delay } from 'node:timers/promises'
import { bookingPaymentMethodSchema } from '@campstore/contract/booking/schemas'
import { eventsExchange } from '@campstore/contract/messages/events'
import { dateSchema, moneySchema, timestampSchema } from '@campstore/contract/schemas'
import { parseMessage } from '@campstore/core/parse-json'
import type { Logger } from '@campstore/core/telemetry/log'
import { type Connection, openConnection } from '@campstore/messaging/connection'
import type { Topology } from '@campstore/messaging/topology'
import type { ConsumeMessage } from 'amqplib'
import { z } from 'zod'

/** The fields of a booking's event that a payment service uses (docs/contract/messages.md#events). */
const bookingEventSchema = z.object({
  type: z.string().startsWith('booking.'),
  time: timestampSchema,
  data: z.object({
    bookingId: z.uuid(),
    campgroundId: z.string(),
    // Events of earlier versions have neither.
    campgroundName: z.string().nullish(),
    paymentMethod: bookingPaymentMethodSchema.catch('gateway-credit'),
    status: z.string(),
    paymentStatus: z.string(),
    checkIn: dateSchema,
    checkOut: dateSchema,
    finalAmount: moneySchema,
    checkoutExpiresAt: timestampSchema,
  }),
})

/** A booking as its latest event says. */
export type KnownBooking = z.output<typeof bookingEventSchema>['data']

/** The bookings from the events: as much as a payment service can know. */
export type Bookings = ReturnType<typeof createBookings>

/** The latest of them; a day of a busy shop has fewer. */
const maxBookings = 20_000

/** @param timeoutMs how long to wait for a booking's event; its page may be opened before the event arrives */
export function createBookings(timeoutMs = 5_000) {
  const bookings = new Map<string, { time: string; booking: KnownBooking }>()
  /** A booking whose event has arrived. */
  const get = (id: string) => bookings.get(id.toLowerCase())?.booking
  return {
    get,
    /** A booking; if its event has not arrived, waits a moment for it. */
    async find(id: string) {
      if (!z.uuid().safeParse(id).success) return undefined
      for (const deadline = Date.now() + timeoutMs; get(id) === undefined && Date.now() < deadline; ) await delay(50)
      return get(id)
    },
    /** Takes the body of a message; ignores it unless it is an event about a booking. */
    note(content: Buffer) {
      const message = parseMessage(content)
      const parsed = bookingEventSchema.safeParse('body' in message ? message.body : undefined)
      if (!parsed.success) return
      const { time, data } = parsed.data
      const id = data.bookingId.toLowerCase()
      const known = bookings.get(id)
      // Events may arrive again, and out of order.
      if (known !== undefined && known.time > time) return
      bookings.delete(id)
      bookings.set(id, { time, booking: data })
      const [oldest] = bookings.keys()
      if (bookings.size > maxBookings && oldest !== undefined) bookings.delete(oldest)
    },
  }
}

const queue = 'payment.simulator'

/**
 * A stream: the simulator stores nothing, and reads it from the beginning at each start. A payment service has a database, and
 * uses a durable quorum queue instead.
 */
const topology: Topology = {
  exchanges: [{ name: eventsExchange, type: 'topic' }],
  queues: [
    {
      name: queue,
      arguments: {
        'x-queue-type': 'stream',
        'x-max-length-bytes': 20_000_000,
        'x-stream-max-segment-size-bytes': 2_000_000,
      },
    },
  ],
  bindings: [{ queue, exchange: eventsExchange, routingKey: 'booking.*' }],
}

/** Consumes the events about bookings, through every loss of the connection, until the connection is closed. */
export function hearBookings(
  bookings: Bookings,
  { rabbitmqUrl: url, log }: { rabbitmqUrl: string; log: Logger },
): Connection {
  const connection = openConnection({ url, log, topology, name: 'payment-simulator' })
  connection.openChannel(async channel => {
    await channel.prefetch(500)
    const receive = (message: ConsumeMessage | null) => {
      // The queue was deleted: with the channel it is declared again.
      if (!message) return void channel.close().catch(() => {})
      bookings.note(message.content)
      channel.ack(message)
    }
    await channel.consume(queue, receive, { arguments: { 'x-stream-offset': 'first' } })
  })
  return connection
}
