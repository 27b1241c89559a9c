import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { z } from 'zod'
import {
  type Client,
  type CsvFile,
  createClient,
  admin as operations,
  type Schemas,
} from '../../../libs/client/src/client.ts'
import type { Identity } from './sign-in/identity.ts'

export type { CsvFile, Schemas } from '../../../libs/client/src/client.ts'
export { CampstoreError } from '../../../libs/client/src/client.ts'

type Admin = Client['admin']
type Element<Answer> = Answer extends { data: readonly (infer Item)[] }
  ? Item
  : Answer extends readonly (infer Item)[]
    ? Item
    : never

/** The data of an administration operation, by its name. */
export type AnswerOf<Name extends keyof Admin> = Awaited<ReturnType<Admin[Name]>>

/** The items of an administration list, by the name of its operation: `ItemOf<'listRefunds'>`. */
export type ItemOf<Name extends keyof Admin> = Element<AnswerOf<Name>>

/** The query of an administration operation, by its name: `QueryOf<'listRefunds'>`. */
export type QueryOf<Name extends keyof Admin> = NonNullable<Parameters<Admin[Name]>[0]>

/** The operations that change nothing: every GET, and a calculation. */
type ReadName =
  | 'quoteChange'
  | 'quoteReturn'
  | { [Name in keyof Admin]: (typeof operations)[Name]['method'] extends 'GET' ? Name : never }[keyof Admin]

/** The operations that read one record by its id. */
export type RecordName = { [Name in ReadName]: { id: string } extends QueryOf<Name> ? Name : never }[ReadName]
type Reads = Omit<Client, 'admin'> & { readonly admin: Pick<Admin, ReadName | 'openAdminSession'> }

/** The administration operations that change something; an action receives them (`useAction`). */
export type Changes = Omit<Admin, ReadName>

let opened: Client | undefined

/** Opens the client of the gateway that serves this page. */
export function openClient(identity: Identity): void {
  opened = createClient({ url: location.origin, token: renew => identity.token(renew), retries: 2, remembered: 200 })
}

function openedClient(): Client {
  if (opened === undefined) throw new Error('The client is not open')
  return opened
}

/** The resource on whose records an administration operation acts: `orders` of `shipOrder`; undefined without one, or for a part of a record. */
export const resourceOf = (action: string): string | undefined =>
  /^\/api\/admin\/([\w-]+)\/\{id\}(?!.*\{)/.exec(
    Object.entries(operations).find(([name]) => name === action)?.[1].path ?? '',
  )?.[1]

/** The reading operations; queries run after the client was opened. */
export const client = (): Reads => openedClient()

type ReadOptions = {
  enabled?: boolean
  /** Meanwhile shows what was read with other fields, such as the previous page of a list. */
  keepsPrevious?: true | undefined
  staleTime?: number
  refetchInterval?: number | false
}

type Read<Name extends ReadName> = (fields: QueryOf<Name>, options: { signal: AbortSignal }) => Promise<AnswerOf<Name>>

/** What an administration operation reads, by its name and fields: `useRead('getCoupon', { id })`. */
export function useRead<Name extends ReadName>(
  name: Name,
  fields: QueryOf<Name>,
  { keepsPrevious, ...options }: ReadOptions = {},
): UseQueryResult<AnswerOf<Name>> {
  const operation: string = name
  const read: Read<Name> = Reflect.get(client().admin, operation)
  return useQuery({
    queryKey: [name, fields],
    queryFn: ({ signal }) => read(fields, { signal }),
    placeholderData: keepsPrevious ? keepPreviousData : undefined,
    ...options,
  })
}

/** The reading operations of lists, which have pages and an export. */
export type ListName = {
  [Name in ReadName]: Admin[Name] extends { csv: unknown; all: unknown } ? Name : never
}[ReadName]

type ListOperation<Item> = {
  (fields: object, options?: { signal: AbortSignal }): Promise<{ data: readonly Item[]; meta: Schemas['Meta'] }>
  csv(fields: object): Promise<CsvFile>
}

/** The operation that reads a list, by its name. */
export function listBy<Name extends ListName>(name: Name): ListOperation<ItemOf<Name>> {
  const operation: string = name
  return Reflect.get(client().admin, operation)
}

type Call = (fields: object, options?: { idempotencyKey: string }) => Promise<unknown>

/**
 * The changing operations. A request has the key that `keys` has for it, or a new one, which is noted there: a second attempt of it
 * changes nothing more (docs/contract/conventions.md#idempotency).
 */
export function changesWith(keys: Map<string, string>): Changes {
  return new Proxy(openedClient().admin, {
    get(admin, name) {
      const call: Call = Reflect.get(admin, name)
      return (fields: object) => {
        const request = `${String(name)} ${JSON.stringify(fields, (_, value) => (value instanceof File ? aboutOf(value) : value))}`
        const idempotencyKey = keys.get(request) ?? newKey()
        keys.set(request, idempotencyKey)
        return call(fields, { idempotencyKey })
      }
    },
  })
}

const aboutOf = ({ name, size, lastModified }: File) => [name, size, lastModified]

/** `crypto.randomUUID` is missing in pages without HTTPS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** The body of a request for a quote, by the fields of a form, again after each change; undefined while they are no valid request. */
export function useQuoteBody<Body>(schema: z.ZodType<Body>, fields: object): Body | undefined {
  const text = useDeferredValue(JSON.stringify(fields))
  return schema.safeParse(JSON.parse(text)).data
}

/** How a quote is read: nothing without a body, and the previous one until the next one is there. */
export const quoteOptions = (body: object | undefined) => ({
  enabled: body !== undefined,
  keepsPrevious: body && (true as const),
})
