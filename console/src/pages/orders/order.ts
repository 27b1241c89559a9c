import type { Schemas } from '../../app/client.ts'

export type Order = Schemas['AdminOrder']
