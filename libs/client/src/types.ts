import type * as table from './generated/operations.ts'
import type { components, operations } from './generated/schema.ts'

/** The objects of requests and responses, by name: `Schemas['BookingDetail']`. */
export type Schemas = components['schemas']

/** Options of one call; the client's options are the defaults. */
export type CallOptions = {
  /** Ends the call and its repetitions; the call rejects with the signal's reason. */
  signal?: AbortSignal
  /** How often a request that may be repeated is repeated. */
  retries?: number
  /** Milliseconds until an attempt is given up. */
  timeoutMs?: number
  /**
   * Key of a POST, 1 to 128 printable ASCII characters: the same call with the same key acts once and returns the first result
   * again. A call with a key is repeated like a GET.
   */
  idempotencyKey?: string
}

/** A list as a file for spreadsheets: its name, and its text with the BOM at the beginning. */
export type CsvFile = { name: string; text: string }

export type Page<Item> = { data: Item[]; meta: Schemas['Meta'] }

/** `query?: never` of an operation without a query is `never` under exactOptionalPropertyTypes. */
type Fields<T> = [T] extends [never] ? unknown : T extends object ? T : unknown
type FieldsIn<Op, Place extends string> = Op extends { parameters: Record<Place, infer Given> }
  ? Fields<Given>
  : unknown
type QueryOf<Op> = Op extends { parameters: { query?: infer Query } } ? Fields<WithBooleans<Query>> : unknown

/** A query has texts only: what says `true` or `false` there may be given as a boolean. */
type WithBooleans<Query> = {
  [Field in keyof Query]: Query[Field] extends 'true' | 'false' | undefined ? Query[Field] | boolean : Query[Field]
}

type BodyOf<Op> = Op extends { requestBody?: { content: infer Content } }
  ? Content extends { 'application/json': infer Body }
    ? OwnKey<Body>
    : File<keyof Content>
  : unknown

/** A body that is not JSON: a file, whose `type` is its media type. */
type File<MediaType> = [MediaType] extends [never] ? unknown : { file: Blob }

/** The client makes an idempotency key where none is given. */
type OwnKey<Body> = Body extends { idempotencyKey: string }
  ? Omit<Body, 'idempotencyKey'> & { idempotencyKey?: string | undefined }
  : Body

type Flat<T> = { [Field in keyof T]: T[Field] }

/** The fields of path, query and body together. */
type Input<Op> = Flat<FieldsIn<Op, 'path'> & QueryOf<Op> & BodyOf<Op>>

type Success<Op> = Op extends { responses: infer Responses }
  ? Responses[keyof Responses] extends { content: { 'application/json': infer Content } }
    ? Content
    : undefined
  : never

type Result<Op> = Success<Op> extends { data: infer Data } ? WithUsedKey<Op, Data> : undefined

/** The result of a checkout has the idempotency key that it was sent with. */
type WithUsedKey<Op, Data> = 'idempotencyKey' extends keyof BodyOf<Op> ? Flat<Data & { idempotencyKey: string }> : Data

type Arguments<Given, Options = CallOptions> = object extends Given
  ? [input?: Given, options?: Options]
  : [input: Given, options?: Options]

type Call<Given, Data> = (...given: Arguments<Given>) => Promise<Data>

type PagedCall<Given, Item> = {
  /** One page. @throws {CampstoreError} */
  (...given: Arguments<Given>): Promise<Page<Item>>
  /** The elements of all pages from the first; pages are read as they are needed. @throws {CampstoreError} */
  all(...given: Arguments<Omit<Given, 'page'>>): AsyncGenerator<Item, void>
}

type EventsOf<Op> = Op extends { responses: infer Responses }
  ? Responses[keyof Responses] extends { content: { 'text/event-stream': infer Data } }
    ? Data
    : never
  : never

/**
 * What a stream says, as it changes, until the loop is left or the signal is aborted; a stream that is lost is opened again.
 * @throws {CampstoreError} when it is refused for good
 */
type StreamCall<Given, Data> = (...given: Arguments<Given, Omit<CallOptions, 'retries'>>) => AsyncGenerator<Data, void>

type Exported<Entry, Given> = Entry extends { isExported: true }
  ? {
      /** All pages of the list as CSV. @throws {CampstoreError} */
      csv(...given: Arguments<Omit<Given, 'page' | 'size'>>): Promise<CsvFile>
    }
  : unknown

type Method<Entry, Op> = Exported<Entry, Input<Op>> &
  (Entry extends { isStream: true }
    ? StreamCall<Input<Op>, EventsOf<Op>>
    : Entry extends { isPaged: true }
      ? Result<Op> extends (infer Item)[]
        ? PagedCall<Input<Op>, Item>
        : never
      : Call<Input<Op>, Result<Op>>)

/** What can be called, by area and name. */
export type Table = typeof table

/** The operations of the API, by area and name. */
export type Operations = {
  readonly [Area in keyof Table]: {
    readonly [Name in keyof Table[Area]]: Name extends keyof operations
      ? Method<Table[Area][Name], operations[Name]>
      : never
  }
}
