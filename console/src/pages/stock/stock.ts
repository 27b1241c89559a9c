import type { Schemas } from '../../app/client.ts'

export type Stock = Schemas['Stock']
export type StockLocation = Schemas['StockLocation']
