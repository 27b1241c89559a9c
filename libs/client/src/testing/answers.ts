export type SentRequest = {
  line: string
  authorization: string | null
  etag: string | null
  accept: string | null
  prefer: string | null
  lastEventId: string | null
  body: unknown
}

type Answer = Response | Error | (() => Promise<Response>)

/** An answer of the API with these data. */
export const success = (data: unknown, rest: object = {}, headers: Record<string, string> = {}): Response =>
  Response.json({ success: true, data, ...rest }, { headers })

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ success: false, error: { code, message: `Refused: ${code}` } }, { status, headers })

/** A `fetch` that gives one answer after the other, and the requests that it got. */
export function answersOf(...answers: Answer[]): { fetch: typeof fetch; requests: SentRequest[] } {
  const requests: SentRequest[] = []
  return {
    requests,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      const text = await request.text()
      requests.push({
        line: `${request.method} ${pathname}${search}`,
        authorization: request.headers.get('authorization'),
        etag: request.headers.get('if-none-match'),
        accept: request.headers.get('accept'),
        prefer: request.headers.get('prefer'),
        lastEventId: request.headers.get('last-event-id'),
        body: text === '' ? undefined : JSON.parse(text),
      })
      const answer = answers[requests.length - 1]
      if (!answer) throw new Error(`Request ${requests.length} was not expected: ${request.method} ${pathname}`)
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer() : answer
    },
  }
}
