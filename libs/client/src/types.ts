import type { operations as table } from './generated/operations.ts'
import type { components, operations } from './generated/schema.ts'

/** The objects of requests and responses, by name: `Schemas['BookingDetail']`. */
export type Schemas = components['schemas']

/** Options of one call; what is not given is as the client was created with. */
export type CallOptions = {
  /** Ends the call and its repetitions; the call rejects with the signal's reason. */
  signal?: AbortSignal
  /** How often a request that may be repeated is repeated. */
  retries?: number
  /** Milliseconds until an attempt is given up. */
  timeoutMs?: number
}

/** A page of a list. */
export type Page<Item> = { data: Item[]; meta: Schemas['Meta'] }

type Fields<T> = T extends object ? T : unknown
type FieldsIn<Op, Place extends string> = Op extends { parameters: Record<Place, infer Given> }
  ? Fields<Given>
  : unknown
type QueryOf<Op> = Op extends { parameters: { query?: infer Query } } ? Fields<Query> : unknown
type BodyOf<Op> = Op extends { requestBody?: { content: { 'application/json': infer Body } } } ? OwnKey<Body> : unknown

/** The client makes an idempotency key where none is given. */
type OwnKey<Body> = Body extends { idempotencyKey: string }
  ? Omit<Body, 'idempotencyKey'> & { idempotencyKey?: string }
  : Body

type Flat<T> = { [Field in keyof T]: T[Field] }

/** The fields of path, query and body together. */
type Input<Op> = Flat<FieldsIn<Op, 'path'> & QueryOf<Op> & BodyOf<Op>>

type Success<Op> = Op extends { responses: infer Responses }
  ? Responses[keyof Responses] extends { content: { 'application/json': infer Content } }
    ? Content
    : undefined
  : never

type Result<Op> = Success<Op> extends { data: infer Data } ? Data : undefined

type Arguments<Fields> = object extends Fields
  ? [input?: Fields, options?: CallOptions]
  : [input: Fields, options?: CallOptions]

type Call<Op> = (...given: Arguments<Input<Op>>) => Promise<Result<Op>>

type PagedCall<Op, Item> = {
  /** One page. @throws {CampstoreError} */
  (...given: Arguments<Input<Op>>): Promise<Page<Item>>
  /** The elements of all pages from the first; pages are read as they are needed. @throws {CampstoreError} */
  all(...given: Arguments<Omit<Input<Op>, 'page'>>): AsyncGenerator<Item, void>
}

type Method<Entry, Op> = Entry extends { isPaged: true }
  ? Result<Op> extends (infer Item)[]
    ? PagedCall<Op, Item>
    : never
  : Call<Op>

type Table = typeof table

/** The operations of the API, by area and name. */
export type Operations = {
  readonly [Area in keyof Table]: {
    readonly [Name in keyof Table[Area]]: Name extends keyof operations
      ? Method<Table[Area][Name], operations[Name]>
      : never
  }
}
