import { z } from 'zod'
import type { Operation } from '../bad-requests/operations.ts'
import type { FuzzRequest } from './draw-request.ts'

type Sent = Pick<FuzzRequest, 'path' | 'body'>
type FollowUp = { id: string; of(sent: Sent, data: unknown): Sent | undefined }

const noted = z.object({ notes: z.tuple([z.object({ id: z.string() })], z.unknown()) })
const removalOfNote = (id: string): FollowUp => ({
  id,
  of: ({ path }, data) => ({ path: `${path}/${noted.parse(data).notes[0].id}` }),
})
const quoted = z.object({ pricing: z.object({ finalAmount: z.string() }) })
const cancellation = z.object({ refundAmount: z.string().nullable() })

/** Writes that need what the response of another operation has said, by the other operation. */
const followUps: Readonly<Record<string, FollowUp>> = {
  addBookingNote: removalOfNote('removeBookingNote'),
  addOrderNote: removalOfNote('removeOrderNote'),
  addCustomerNote: removalOfNote('removeCustomerNote'),
  quoteChange: {
    id: 'changeStay',
    of: ({ path, body }, data) => {
      const { finalAmount } = quoted.parse(data).pricing
      const change = { ...JSON.parse(String(body)), expectedAmount: finalAmount, reason: 'fuzz' }
      return { path: path.replace('/quotes', ''), body: JSON.stringify(change) }
    },
  },
  getCancellation: {
    id: 'cancelStay',
    of: ({ path }, data) => {
      const { refundAmount } = cancellation.parse(data)
      if (refundAmount === null) return undefined
      return { path: path.replace('/cancellation', '/cancel'), body: JSON.stringify({ refundAmount }) }
    },
  },
}

/** The request that a success makes possible, by the same caller; undefined for most. */
export function followUpOf(
  request: FuzzRequest,
  data: unknown,
  operations: readonly Operation[],
): FuzzRequest | undefined {
  const followUp = followUps[request.operation.id]
  const operation = operations.find(({ id }) => id === followUp?.id)
  const sent = followUp?.of(request, data)
  if (!operation || !sent) return undefined
  const { number, caller } = request
  return { number, caller, operation, method: operation.method, mutation: 'none', ...sent }
}
