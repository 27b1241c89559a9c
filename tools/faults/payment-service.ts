import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { type SignedMessage, signedMessage } from '@campstore/payments/notification'
import { paymentFor } from '@campstore/testing/payments'
import { type ConfirmChannel, connect } from 'amqplib'
import type { HoldKind, PaymentFlavor, PaymentRecord, Recorder } from './history.ts'

/** What is paid, as it was answered to its member. */
export type Payable = { kind: HoldKind; id: string; amount: string; deadline: number }

/** The payment service of the run. */
export type PaymentService = {
  /**
   * Publishes a notification and, while the broker does not confirm it, publishes it again, as the real service does.
   *
   * @param again publish it once more after so many milliseconds, although it was confirmed
   */
  pay(payable: Payable, flavor: PaymentFlavor, again?: number): Promise<void>
  /** Gives up what is not confirmed yet, and waits for what is under way. */
  close(): Promise<void>
}

const confirmWithinMs = 5_000

/** Connects whenever it has something to publish and no connection. */
export function openPaymentService(options: {
  rabbitmqUrl: string
  secret: string
  recorder: Recorder
}): PaymentService {
  const { secret, recorder } = options
  const channel = lastingChannel(options.rabbitmqUrl)
  const underWay = new Set<Promise<void>>()
  let closing = false

  const publish = async (record: PaymentRecord, message: Message): Promise<void> => {
    const once = async () => {
      record.attempts += 1
      await confirmed(await channel.open(), message)
      record.confirmedAt ??= Date.now()
    }
    while (!closing) {
      try {
        return await once()
      } catch {
        channel.forget()
        await pause(300)
      }
    }
  }
  const pay: PaymentService['pay'] = async (payable, flavor, again) => {
    const message = messageFor(payable, flavor, secret)
    const record: PaymentRecord = {
      eventId: message.eventId,
      kind: payable.kind,
      target: message.target,
      amount: message.amount,
      flavor,
      deadline: flavor === 'unknown-target' ? undefined : payable.deadline,
      sentAt: Date.now(),
      attempts: 0,
    }
    recorder.payment(record)
    await publish(record, message)
    if (again === undefined) return
    await pause(again)
    await publish(record, message)
  }
  return {
    pay: (payable, flavor, again) => {
      const paying = pay(payable, flavor, again).finally(() => underWay.delete(paying))
      underWay.add(paying)
      return paying
    },
    close: async () => {
      await Promise.race([Promise.allSettled(underWay), pause(20_000)])
      closing = true
      await Promise.allSettled(underWay)
      await channel.close()
    },
  }
}

type Message = { eventId: string; target: string; amount: string; signed: SignedMessage }

/** The notification in the flavor that was asked for. */
function messageFor({ kind, id, amount }: Payable, flavor: PaymentFlavor, secret: string): Message {
  const at = new Date()
  const target = flavor === 'unknown-target' ? `unknown-${randomUUID()}` : id
  const paid = flavor === 'wrong-amount' ? (Number(amount) + 7).toFixed(2) : amount
  const notification: PaymentNotification = {
    ...paymentFor({ kind, id: target }, paid, at),
    ...(flavor === 'wrong-currency' ? { currency: 'USD' } : {}),
    ...(flavor === 'failed' ? { type: 'payment.failed' as const } : {}),
  }
  const { eventId } = notification
  const signed = signedMessage(notification, {
    at,
    secret: flavor === 'wrong-signature' ? 'not-the-secret-at-all' : secret,
    content: flavor === 'malformed' ? Buffer.from(`{"eventId": "${eventId}", "target"`) : undefined,
  })
  return { eventId, target, amount: paid, signed }
}

/** Publishes and waits for the confirm. @throws when it does not come, or no queue takes the message */
function confirmed(channel: ConfirmChannel, { eventId, signed }: Message): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no confirm in time')), confirmWithinMs)
    const end = (error?: unknown) => {
      clearTimeout(timer)
      channel.off('return', returned)
      channel.off('close', closed)
      if (error) reject(error)
      else resolve()
    }
    const closed = () => end(new Error('the channel was closed'))
    const returned = (message: { properties: { messageId?: unknown } }) => {
      if (message.properties.messageId === eventId) end(new Error('no queue takes it'))
    }
    channel.on('return', returned)
    channel.once('close', closed)
    try {
      const { exchange, routingKey, content, options } = signed
      channel.publish(exchange, routingKey, content, { ...options, mandatory: true }, end)
    } catch (error) {
      end(error)
    }
  })
}

/** One confirm channel, opened when it is needed and none is there. */
export function lastingChannel(rabbitmqUrl: string) {
  let current: Promise<{ channel: ConfirmChannel; end: () => Promise<void> }> | undefined
  const connectOnce = async () => {
    const connection = await connect(rabbitmqUrl, { timeout: 3_000 })
    const forget = () => {
      current = undefined
    }
    connection.on('error', () => {})
    connection.once('close', forget)
    const channel = await connection.createConfirmChannel()
    channel.setMaxListeners(0)
    channel.on('error', () => {})
    channel.once('close', forget)
    return { channel, end: () => connection.close().catch(() => {}) }
  }
  const forget = () => {
    const old = current
    current = undefined
    // A frozen broker does not answer the close, so its answer is not awaited.
    void old?.then(({ end }) => end()).catch(() => {})
  }
  return {
    open: async (): Promise<ConfirmChannel> => {
      current ??= connectOnce()
      try {
        return (await current).channel
      } catch (error) {
        current = undefined
        throw error
      }
    },
    forget,
    close: async () => {
      const old = current
      current = undefined
      const ended = old?.then(({ end }) => end()).catch(() => {})
      await Promise.race([ended, pause(3_000)])
    },
  }
}
