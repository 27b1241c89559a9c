import { createInternalKeys } from '@campstore/auth/internal-keys'

/** Secret of payment notifications in tests. */
export const paymentSecret = 'payment-secret-of-the-tests'

/** Keys of internal calls in tests. */
export const internalKeys = createInternalKeys()
