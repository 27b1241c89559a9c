import type { Running } from '@campstore/service/dependencies'

/** What the use cases of this service are given. */
export type Dependencies = Pick<Running, 'database' | 'clock' | 'newId' | 'log'>
