import { cloudEvent } from '@campstore/contract/messages/events'
import { money } from '@campstore/core/money'
import { transaction } from '@campstore/database/database'
import { describe, expect, test } from 'vitest'
import { addToOutbox, eventMessage, type OutboxMessage } from './outbox.ts'
import { storeDatabase } from './testing/servers.ts'

const message = (messageId: string): OutboxMessage => ({
  messageId,
  exchange: 'campstore.events',
  routingKey: 'booking.created',
  contentType: 'application/cloudevents+json',
  mandatory: false,
  subject: 'booking-1',
  body: { nested: ['ünïcode', null, 1.5] },
})

const rows = `
  select message_id, exchange, routing_key, content_type, mandatory, subject, body
  from store.outbox
  order by id`

const stored = ({ messageId, routingKey, contentType, ...same }: OutboxMessage) => ({
  message_id: messageId,
  routing_key: routingKey,
  content_type: contentType,
  ...same,
})

describe('the outbox', () => {
  test('stores messages unchanged and in order', async () => {
    const { pool } = await storeDatabase()
    const messages = ['c', 'a', 'b'].map(message)
    await transaction(pool, tx => addToOutbox(tx, 'store', messages))
    expect((await pool.query(rows)).rows).toEqual(messages.map(stored))
  })
})

describe('the message of an event', () => {
  test('is a structured CloudEvent for the events exchange, with its type as routing key', () => {
    const event = cloudEvent('payment.unapplied', {
      id: 'event-1',
      source: '/campstore/booking',
      subject: 'booking-1',
      time: new Date('2026-03-01T12:00:00Z'),
      data: {
        eventId: 'payment-1',
        target: { kind: 'booking', id: 'booking-1' },
        amount: money('1234.00'),
        currency: 'TWD',
        providerTradeNo: 't-1',
        reason: 'cancelled',
      },
    })
    expect(eventMessage(event)).toEqual({
      messageId: 'event-1',
      exchange: 'campstore.events',
      routingKey: 'payment.unapplied',
      contentType: 'application/cloudevents+json',
      mandatory: false,
      subject: 'booking-1',
      body: event,
    })
  })
})
