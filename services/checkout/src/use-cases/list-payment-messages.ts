import { ApiError } from '@campstore/contract/errors'
import { type PaymentMessage, paymentMessageSchema } from '@campstore/contract/payments'
import { present } from '@campstore/contract/present'
import { text } from '@campstore/contract/texts/text'
import type { Dependencies } from '../dependencies.ts'
import { findPaymentMessages } from '../persistence/payments.ts'

/**
 * Outcomes of the payment service's messages with an eventId (docs/contract/messages.md#outcome-of-a-message). Throws
 * NOT_FOUND while none has been processed.
 */
export async function listPaymentMessages({ database }: Dependencies, eventId: string): Promise<PaymentMessage[]> {
  const messages = await findPaymentMessages(database.requests, eventId)
  if (messages.length === 0) throw new ApiError('NOT_FOUND', text('message.notProcessed'))
  return messages.map(message => present(paymentMessageSchema, message))
}
