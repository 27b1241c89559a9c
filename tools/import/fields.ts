import { z } from 'zod'

/** An id of an imported record (docs/contract/conventions.md#identifiers). Every other field is declared by the contract. */
export const id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens or underscores')
  .describe('1 to 64 of A-Z, a-z, 0-9, _ and -')

/** Whether a record is in use, which it is by default. */
export const active = z.boolean().default(true).describe('false takes it out of use without removing it')
