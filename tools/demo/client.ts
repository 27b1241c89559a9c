import { CampstoreError, type Client, createClient } from '@campstore/client/source/client'
import { CliError } from '@campstore/local-servers/cli-error'
import { requireDocumented, Undocumented } from '@campstore/testing/documented'

/** A client that compares each answer with `/openapi.json`, more strictly than clients should. @param token sent where one is needed */
export const createDemoClient = (url: string, token: string): Client =>
  createClient({ url, token: () => token, fetch: fetchDocumented, retries: 1 })

/** @throws {Undocumented} when an answer is not as the document says */
const fetchDocumented: typeof fetch = async (...given) => {
  const request = new Request(...given)
  const response = await fetch(request)
  const { status, headers } = response
  const text = await response.clone().text()
  requireDocumented({ method: request.method, path: new URL(request.url).pathname, status, headers, text })
  return response
}

/** An error of the client as one line of a command. */
export function withoutTrace(error: unknown, url: string): unknown {
  if (error instanceof Undocumented) return new CliError(error.message)
  if (!(error instanceof CampstoreError)) return error
  const { operation, status, code, message } = error
  return new CliError(
    status === undefined
      ? `No gateway answers at ${url} (does npm start run?): ${message}`
      : `${operation} answered ${status} ${code}: ${message}`,
  )
}
