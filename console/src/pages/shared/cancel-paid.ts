import { cancelPaidBodySchema } from '@campstore/contract/admin/fields'

/** The body of a cancellation of what is paid, which gives back no more than it costs. */
export const cancelPaidWithin = (cost: string) =>
  cancelPaidBodySchema.refine(({ refundAmount = '0' }) => Number(refundAmount) <= Number(cost), {
    path: ['refundAmount'],
    message: `must be at most ${cost}`,
  })
