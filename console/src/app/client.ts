import { type Client, createClient } from '@campstore/client/source/client'
import type { Identity } from './sign-in/identity.ts'

export type { CsvFile, Schemas } from '@campstore/client/source/client'
export { CampstoreError } from '@campstore/client/source/client'

type Admin = Client['admin']
type Element<Answer> = Answer extends { data: readonly (infer Item)[] }
  ? Item
  : Answer extends readonly (infer Item)[]
    ? Item
    : never

/** What a list of the administration is of, by the name of its operation: `ItemOf<'listRefunds'>`. */
export type ItemOf<Name extends keyof Admin> = Element<Awaited<ReturnType<Admin[Name]>>>

/** What an operation of the administration is asked, by its name: `QueryOf<'listRefunds'>`. */
export type QueryOf<Name extends keyof Admin> = NonNullable<Parameters<Admin[Name]>[0]>

let opened: Client | undefined

/** Opens the client of the gateway that serves this page. */
export function openClient(identity: Identity): void {
  opened = createClient({ url: location.origin, token: renew => identity.token(renew), retries: 2, remembered: 200 })
}

/** The client; queries and actions run after it was opened. */
export function client(): Client {
  if (opened === undefined) throw new Error('The client is not open')
  return opened
}
