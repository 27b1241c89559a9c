import { v7 } from 'uuid'

/** Makes ids; passed in, so that a test can foresee them. */
export type NewId = () => string

/** A new UUIDv7: unique, and sorting by the time it was made (docs/contract/conventions.md#identifiers). */
export const newId: NewId = () => v7()
