import type { PaymentNotification, RefundNotification } from '@campstore/contract/messages/payments'
import { CliError } from '@campstore/local-servers/cli-error'
import { errorText } from '@campstore/messaging/error-text'
import { type SignedMessage, signedMessage } from '@campstore/payments/notification'
import { publishSigned } from '../pay/publish-payment.ts'
import { noReturnUrl } from './address.ts'
import type { Callback } from './callback.ts'

/** A report: a notification, and the callback behind it; a refund has none. */
export type News = {
  notification: PaymentNotification | RefundNotification
  callback?: Callback | undefined
  /** ReturnURL of the form. */
  returnUrl?: string | undefined
  at: Date
}

/** A completed report. */
export type Delivery = {
  /** The signed message: published, or left to the payment service if that has answered a callback. */
  message: SignedMessage
  /** The payment service's answer: `HTTP 200: 1|OK`. */
  answer?: string
}

/** Delivers to campstore or the payment service. Throws without a confirm. */
export type Deliver = (news: News) => Promise<Delivery>

/**
 * Delivers reports. Without a payment service, the simulator stands in for it and publishes notifications. With a ReturnURL it
 * stands in only for ECPay, and posts callbacks there.
 *
 * @param options.returnUrl ECPAY_RETURN_URL: the only address of callbacks; the address in a form is ignored
 * @throws {CliError} in one line, from the function that it returns
 */
export function createDelivery(options: {
  rabbitmqUrl: string
  secret: string
  returnUrl?: string | undefined
}): Deliver {
  return async ({ notification, callback, returnUrl, at }) => {
    const message = signedMessage(notification, { secret: options.secret, at })
    if (callback && returnUrl !== undefined && returnUrl === options.returnUrl && returnUrl !== noReturnUrl)
      return { message, answer: await postCallback(returnUrl, callback) }
    await publishSigned(message, options.rabbitmqUrl)
    return { message }
  }
}

const timeoutMs = 10_000
const answerCharacters = 200
const expected = '1|OK'

/** Posts ECPay's callback; only the answer `1|OK` accepts it. */
async function postCallback(url: string, callback: Callback): Promise<string> {
  const { host } = new URL(url)
  const answer = await ask(url, callback).catch(error => {
    throw new CliError(`The payment service at ${host} did not answer: ${reasonOf(error)}`)
  })
  const text = `HTTP ${answer.status}: ${answer.text || 'no text'}`
  if (answer.status === 200 && answer.text === expected) return text
  throw new CliError(`The payment service at ${host} answered “${text}”, and ECPay expects “${expected}”`)
}

async function ask(url: string, callback: Callback): Promise<{ status: number; text: string }> {
  const body = new URLSearchParams(callback)
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual', signal })
  return { status: answer.status, text: (await answer.text()).slice(0, answerCharacters).trim() }
}

/** `fetch failed` says nothing; its cause does. */
const reasonOf = (error: unknown): string =>
  errorText(error instanceof Error && error.cause !== undefined ? error.cause : error)
