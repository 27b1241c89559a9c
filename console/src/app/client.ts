import { type Client, createClient } from '@campstore/client/source/client'
import type { Identity } from './sign-in/identity.ts'

export type { Schemas } from '@campstore/client/source/client'
export { CampstoreError } from '@campstore/client/source/client'

type Admin = Client['admin']
type Element<Answer> = Answer extends { data: readonly (infer Item)[] }
  ? Item
  : Answer extends readonly (infer Item)[]
    ? Item
    : never

/** What a list of the administration is of, by the name of its operation: `ItemOf<'listRefunds'>`. */
export type ItemOf<Name extends keyof Admin> = Element<Awaited<ReturnType<Admin[Name]>>>

let opened: { client: Client; identity: Identity } | undefined

/** Opens the client of the gateway that serves this page. */
export function openClient(identity: Identity): void {
  const client = createClient({ url: location.origin, token: renew => identity.token(renew), retries: 2 })
  opened = { client, identity }
}

const open = () => {
  if (opened === undefined) throw new Error('The client is not open')
  return opened
}

/** The client; queries and actions run after it was opened. */
export const client = (): Client => open().client

/** The ID token of who is signed in, for what the client cannot request. */
export const idToken = (): Promise<string | undefined> => open().identity.token(false)
