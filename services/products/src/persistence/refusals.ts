/** SQLSTATEs with which the functions of this service's schemas refuse, class CS (persistence/functions/). */
export const sqlRefusals = {
  unknownVariant: 'CS201',
  unknownLocation: 'CS202',
  /** The error's detail is the number of pieces on hand. */
  insufficientStock: 'CS203',
  stockOverflow: 'CS204',
  idempotencyKeyReused: 'CS205',
} as const
